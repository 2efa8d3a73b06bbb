/** Key in the browser's storage that is set while a person has switched single-key shortcuts off (WCAG 2.1.4). */
export const keysOffStorageKey = "upfront-keys-off";

/** Returns true when a key is typed into a field. */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));
