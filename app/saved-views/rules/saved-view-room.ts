/** The lists of management that views are saved of. */
export const savedViewRooms = [
  "incidents",
  "components",
  "monitors",
  "heartbeats",
  "alerts",
  "deliveries",
  "outbox",
  "subscribers",
  "audit",
  "people",
] as const;
export type SavedViewRoom = (typeof savedViewRooms)[number];

/** The room of a text that a form sent; undefined for any other text. */
export const toSavedViewRoom = (text: string | undefined): SavedViewRoom | undefined =>
  savedViewRooms.find((room) => room === text);

/**
 * Returns the path of a list below the page's own; null for deliveries without `place`, the id of their source, because
 * each source has a list of its own.
 */
export function savedViewListPath(room: SavedViewRoom, place = ""): string | null {
  if (room !== "deliveries") return room;
  return /^[\w-]{1,80}$/.test(place) ? `sources/${place}/deliveries` : null;
}
