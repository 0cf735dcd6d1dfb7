/** Parts that lie over the rest of the page in a narrow window, which meanwhile nothing can reach. */

const narrow = matchMedia("(max-width: 760px)");

/** Makes `under` unreachable while something lies over it and the window is narrow. */
export class Over {
  /**
   * @param {HTMLElement[]} under
   * @param {() => void} [widened] called when the window is no longer narrow
   */
  constructor(under, widened = () => {}) {
    this.under = under;
    this.shown = false;
    narrow.addEventListener("change", () => {
      this.show(this.shown);
      if (!narrow.matches) widened();
    });
  }

  show(shown) {
    this.shown = shown;
    for (const part of this.under) part.inert = shown && narrow.matches;
  }
}
