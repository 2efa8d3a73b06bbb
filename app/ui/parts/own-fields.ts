const fields = "input, textarea, select";

/** Those for which React stops to take over the whole page at once (its list of discrete events), where a field gets them. */
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
 * Until the script has taken over, a field is the browser's alone: what is typed appears at once and stays, and the page is
 * taken over in small pieces between the keys. No field of the desk has a handler of React's. Returns what ends it.
 */
export function ownFields(): () => void {
  for (const name of held) window.addEventListener(name, hold, { capture: true, passive: true });
  return () => {
    for (const name of held) window.removeEventListener(name, hold, { capture: true });
  };
}
