import { combinedFailure, fail, invalidFieldFailure, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { SavedViewRoom } from "./saved-view-room";

/** Maximum number of views of one person on a page, and of the page itself. */
export const savedViewsAtMost = 50;

/** Maximum number of characters of a view's query. */
export const savedViewQueryMaxChars = 1000;

/** Parameters that belong to a single visit of a list, such as its position and selection, and are not saved. */
const passingParams = new Set(["before", "after", "select", "remove", "done", "undo", "unwatched"]);

/** A search for subscribers is an address, which neither viewers nor the audit log may show. */
const isConfidential = (room: SavedViewRoom, name: string) => room === "subscribers" && name === "search";

/**
 * Returns the part of a list's query string that a view keeps: its filters and its sort, by name, so that two views
 * that show the same are the same text.
 */
export function savedViewUrlQuery(text: string, room: SavedViewRoom): string {
  const kept = new Map<string, string>();
  const [query = ""] = text.trim().replace(/^\?/, "").split("#", 1);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === "" || passingParams.has(name) || isConfidential(room, name)) continue;
    if (!kept.has(name)) kept.set(name, value.trim());
  }
  const params = [...kept].filter(([, value]) => value !== "");
  return new URLSearchParams(params.sort(([one], [other]) => (one < other ? -1 : 1))).toString();
}

interface SavedViewContent {
  id: string;
  room: string;
  name: string;
  query: string;
}

const queryTrouble = (query: string): Result<never> | null => {
  const { length } = query;
  if (length === 0) return invalidFieldFailure("query", "saved_view.empty");
  const most = savedViewQueryMaxChars;
  return length > most ? invalidFieldFailure("query", refusalFor("value.too_long", { most, length })) : null;
};

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns why a view cannot be saved beside the other views of its owner; null = it can. */
export function savedViewTrouble(
  view: SavedViewContent,
  others: readonly Pick<SavedViewContent, "id" | "room" | "name">[],
): Result<never> | null {
  const isTaken = others.some(
    ({ id, room, name }) => id !== view.id && room === view.room && isSameName(name, view.name),
  );
  return combinedFailure(isTaken ? invalidFieldFailure("name", "saved_view.taken") : null, queryTrouble(view.query));
}

/** Returns why an owner cannot save another view; null = they can. */
export function savedViewLimitTrouble(isOfPage: boolean, present: number): Result<never> | null {
  if (present < savedViewsAtMost) return null;
  const key = isOfPage ? "saved_view.limit_page" : "saved_view.limit_own";
  return fail({ name: "conflict", code: "too_many", detail: refusalFor(key, { most: savedViewsAtMost }) });
}
