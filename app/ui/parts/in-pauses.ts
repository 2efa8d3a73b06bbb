const pauseMs = 400;

/** Calls `ask` after a pause in the element's events; a newer call aborts the older one. */
export function debounceEvents(
  element: HTMLElement,
  event: string,
  ask: (signal: AbortSignal) => Promise<void>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      asked.abort();
      asked = new AbortController();
      ask(asked.signal).catch(() => undefined);
    }, pauseMs);
  };
  element.addEventListener(event, later);
  return () => {
    clearTimeout(timer);
    asked.abort();
    element.removeEventListener(event, later);
  };
}
