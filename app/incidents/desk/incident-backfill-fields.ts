import type { Failure } from "~/failures/failure";
import { type Posted, timeIn, typed, unreadable } from "~/ui/parts/posted";
import { wordsIn } from "./words/words";

export interface TypedUpdate {
  /** Which of the form's updates it is: those left empty are left out. */
  row: number;
  status: string;
  body: string;
  shownAt: number;
}

/** The updates that somebody filled in; what is wrong with their times is noted beside each. */
export function readUpdates(posted: Posted, zone: string): TypedUpdate[] {
  const { fields, language } = posted;
  const updates: TypedUpdate[] = [];
  const rows = Math.min(20, Number(typed(fields, "rows")) || 0);
  for (let row = 0; row < rows; row++) {
    const name = `updates.${row}`;
    const body = typed(fields, `${name}.body`);
    const at = timeIn(posted, `${name}.shownAt`, zone);
    if (at === null && body.trim() === "") continue;
    if (at === null) posted.unread[`${name}.shownAt`] = wordsIn(language).t("backfill.posted_at_missing");
    updates.push({ row, status: typed(fields, `${name}.status`), body, shownAt: at ?? unreadable });
  }
  return updates;
}

/** A message about the n-th update that was filled in stands beside its own fields. */
export function atItsRow(failure: Failure, updates: readonly TypedUpdate[]): Failure {
  if (failure.name !== "invalid") return failure;
  const placed = Object.entries(failure.fields).map(([name, message]) => [
    name.replace(/^updates\.(\d+)/, (_, index) => `updates.${updates[Number(index)]?.row ?? index}`),
    message,
  ]);
  return { ...failure, fields: Object.fromEntries(placed) };
}
