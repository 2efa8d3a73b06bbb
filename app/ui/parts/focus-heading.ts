/** Moves the focus to an element that need not be a control. */
export function focusAny(element: HTMLElement | null, options?: FocusOptions): void {
  if (!element) return;
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) element.setAttribute("tabindex", "-1");
  element.focus(options);
}

/** Gives a focus that was lost, because its element is gone, to the page's heading; the page does not move. */
export const focusHeading = (): void =>
  focusAny(document.querySelector<HTMLElement>("main h1"), { preventScroll: true });
