import type { Failure } from "~/failures/failure";
import { type PostedForm, timeIn, typedText, unreadable } from "~/ui/parts/posted-form";
import { wordsIn } from "./words/words";

export interface TypedUpdate {
  /** Position of the update in the form, where empty ones are left out. */
  row: number;
  status: string;
  body: string;
  shownAt: number;
}

/** Returns the updates that were filled in; problems with their times are noted beside each. */
export function readUpdates(posted: PostedForm, zone: string): TypedUpdate[] {
  const { fields, language } = posted;
  const updates: TypedUpdate[] = [];
  const rows = Math.min(20, Number(typedText(fields, "rows")) || 0);
  for (let row = 0; row < rows; row++) {
    const name = `updates.${row}`;
    const body = typedText(fields, `${name}.body`);
    const at = timeIn(posted, `${name}.shownAt`, zone);
    if (at === null && body.trim() === "") continue;
    if (at === null) posted.unread[`${name}.shownAt`] = wordsIn(language).t("backfill.posted_at_missing");
    updates.push({ row, status: typedText(fields, `${name}.status`), body, shownAt: at ?? unreadable });
  }
  return updates;
}

/** Moves a message about the n-th filled-in update beside its own fields. */
export function atItsRow(failure: Failure, updates: readonly TypedUpdate[]): Failure {
  if (failure.name !== "invalid") return failure;
  const placed = Object.entries(failure.fields).map(([name, message]) => [
    name.replace(/^updates\.(\d+)/, (_, index) => `updates.${updates[Number(index)]?.row ?? index}`),
    message,
  ]);
  return { ...failure, fields: Object.fromEntries(placed) };
}
