/** The page's own few words, in the language of the member who is looking: those of words.json. */

const texts = await (await fetch(new URL("words.json", import.meta.url))).json();

const FALLBACK = "en";
const PLACES = { text: "textContent", label: "ariaLabel", title: "title" };

let locale = "en-US";
let language = FALLBACK;

/** The member's locale as Discord names it, for numbers and times. */
export const localeNow = () => locale;

/** Speaks a member's language from now on, English where the page does not know it. */
export function speak(name) {
  locale = name;
  const [first] = name.split("-");
  language = first in texts ? first : FALLBACK;
  document.documentElement.lang = language === first ? name : language;
  for (const [place, property] of Object.entries(PLACES))
    for (const node of document.querySelectorAll(`[data-${place}]`))
      node[property] = words(node.dataset[place]);
}

/**
 * A text of the page with its values filled in; where there are several, `count` chooses among them.
 * @param {string} key
 * @param {Object<string, string|number>} [values]
 */
export function words(key, values = {}) {
  const found = texts[language][key];
  const form = typeof found === "string" ? found : (found[plural(values.count)] ?? found.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

const plural = (count) => new Intl.PluralRules(language).select(count);

/** A value as the language writes it: a number, or a text as it is. */
export function written(value, digits = 0) {
  if (typeof value !== "number") return value;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(value);
}
