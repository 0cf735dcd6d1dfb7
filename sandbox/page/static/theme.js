/** Light and dark: as the system asks for, until the button says otherwise. */

import { byId } from "./dom.js";

const KEY = "theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

export function startTheme() {
  const button = byId("theme");
  const show = () => {
    const asked = localStorage.getItem(KEY);
    if (asked) document.documentElement.dataset.theme = asked;
    button.setAttribute("aria-pressed", isDark());
  };
  button.onclick = () => {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
    show();
  };
  dark.onchange = show;
  show();
}

function isDark() {
  const asked = localStorage.getItem(KEY);
  return asked ? asked === "dark" : dark.matches;
}
