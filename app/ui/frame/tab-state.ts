import type { StateLetter } from "~/status/state-letter";

/** Returns the state that the tab's icon shows, from the data of a page; a route has it as `tabState` in its handle. */
export type TabState<Data> = (data: Data) => StateLetter;

interface MatchedRoute {
  handle?: unknown;
  data: unknown;
}

/** False for a route whose loader did not run, because something failed before. */
export const isTabDataLoaded = (data: unknown): boolean => data !== undefined && data !== null;

/** Returns the state of the innermost route that has one; null = the tab shows the icon of the program. */
export function tabStateOf(matches: readonly MatchedRoute[]): StateLetter | null {
  const stated = matches.findLast(
    ({ handle, data }) =>
      isTabDataLoaded(data) && typeof handle === "object" && handle !== null && "tabState" in handle,
  );
  return stated ? (stated.handle as { tabState: TabState<unknown> }).tabState(stated.data) : null;
}
