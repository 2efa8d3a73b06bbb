import { listViewPath } from "./table-view";

/** Field of a list's form for the rows after those shown; its value is the place from which they are read. */
export const followingRowsField = "following";

export const followingDoneParam = "following_done";
export const followingLeftParam = "following_left";

interface ReachedRows {
  count: number;
  next: string | null;
  left: number;
}

/** Returns the place after which all rows are meant, too; null = only those that are ticked. */
export function readPostedRowPlace(fields: FormData): string | null {
  const place = fields.get(followingRowsField);
  return typeof place === "string" && place !== "" ? place.slice(0, 200) : null;
}

/**
 * Returns the path of the list after an action: as it was shown, or from the rows on that the action did not reach.
 * `param` names the place in the list's URL.
 */
export function listPathAfter(url: URL, param: "before" | "after", { count, next, left }: ReachedRows): string {
  if (left === 0) return listViewPath(url);
  const said = { [followingDoneParam]: String(count), [followingLeftParam]: String(left) };
  return listViewPath(url, next === null ? said : { ...said, [param]: next });
}
