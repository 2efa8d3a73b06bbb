import type { Failure } from "~/failures/failure";
import { type PostedForm, readPostedText, readPostedTime, unreadableNumber } from "~/ui/parts/posted-form";
import { wordsIn } from "./words/words";

export interface BackfillFormUpdate {
  /** Position of the update in the form, where empty ones are left out. */
  row: number;
  status: string;
  body: string;
  shownAt: number;
}

/** Returns the updates that were filled in; problems with their times are noted beside each. */
export function readBackfillUpdates(posted: PostedForm, zone: string): BackfillFormUpdate[] {
  const { fields, language } = posted;
  const updates: BackfillFormUpdate[] = [];
  const rows = Math.min(20, Number(readPostedText(fields, "rows")) || 0);
  for (let row = 0; row < rows; row++) {
    const name = `updates.${row}`;
    const body = readPostedText(fields, `${name}.body`);
    const at = readPostedTime(posted, `${name}.shownAt`, zone);
    if (at === null && body.trim() === "") continue;
    if (at === null) posted.unread[`${name}.shownAt`] = wordsIn(language).t("backfill.posted_at_missing");
    updates.push({ row, status: readPostedText(fields, `${name}.status`), body, shownAt: at ?? unreadableNumber });
  }
  return updates;
}

/** Moves a message about the n-th filled-in update to that update's fields. */
export function failureAtFormRow(failure: Failure, updates: readonly BackfillFormUpdate[]): Failure {
  if (failure.name !== "invalid") return failure;
  const placed = Object.entries(failure.fields).map(([name, message]) => [
    name.replace(/^updates\.(\d+)/, (_, index) => `updates.${updates[Number(index)]?.row ?? index}`),
    message,
  ]);
  return { ...failure, fields: Object.fromEntries(placed) };
}
