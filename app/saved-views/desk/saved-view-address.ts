import { savedViewUrlQuery } from "../rules/saved-view";
import { type SavedViewRoom, savedViewListPath } from "../rules/saved-view-room";

interface SavedViewAddressParts {
  room: SavedViewRoom;
  query: string;
  place?: string | undefined;
}

/** Returns the path of a list with a view's parameters; null when the view alone does not say which list. */
export function savedViewAddress(slug: string, { room, query, place }: SavedViewAddressParts): string | null {
  const list = savedViewListPath(room, place);
  return list === null ? null : `/manage/${slug}/${list}?${savedViewUrlQuery(query, room)}`;
}
