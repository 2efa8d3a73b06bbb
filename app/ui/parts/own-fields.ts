const fields = "input, textarea, select";

/**
 * Events for which React hydrates the whole page synchronously (its list of discrete events), when a field receives
 * them.
 */
const held = [
  "keydown",
  "keypress",
  "keyup",
  "input",
  "textInput",
  "compositionstart",
  "compositionend",
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "touchstart",
  "touchend",
  "click",
  "change",
];

const hold = (event: Event) => {
  if (event.target instanceof Element && event.target.matches(fields)) event.stopPropagation();
};

/**
 * Stops these events in fields until hydration is done, so that typed text appears at once and stays, and the page is
 * hydrated in small pieces between the keys. No field of management has a React handler. Returns the function that ends
 * it.
 */
export function holdFieldEvents(): () => void {
  for (const name of held) window.addEventListener(name, hold, { capture: true, passive: true });
  return () => {
    for (const name of held) window.removeEventListener(name, hold, { capture: true });
  };
}
