"""The one door for every press, and the function of each button.

A custom id is input from outside: seat, number, rules and permissions are checked at every press. Buttons
stay on old messages, so an id that any version has drawn is understood for ever. The presser is answered
before the change is shown to anybody else.
"""
