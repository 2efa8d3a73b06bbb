/** A page above another one, with its name. */
export interface TrailStep {
  to: string;
  name: string;
}

/**
 * Returns the pages between a place of the menu and a page of its own, from the page's data. A route has it as `trail` in
 * its handle; then its page shows the way to it.
 */
export type PageTrail<Data> = (data: Data, language: string) => readonly TrailStep[];

/** The trail of pages that stand directly below a place of the menu. */
export const placeTrail: PageTrail<unknown> = () => [];

/** Returns the trail of a route's handle; null when its page shows none. */
export function trailOfHandle(handle: unknown): PageTrail<unknown> | null {
  const isTrailed = typeof handle === "object" && handle !== null && "trail" in handle;
  return isTrailed && typeof handle.trail === "function" ? (handle.trail as PageTrail<unknown>) : null;
}
