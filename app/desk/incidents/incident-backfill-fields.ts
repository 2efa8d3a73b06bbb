import type { Failure } from "~/rules/basics/failure";
import { readTime, typed } from "../parts/posted";
import { wordsIn } from "./words";

export interface TypedUpdate {
  /** Which of the form's updates it is: those left empty are left out. */
  row: number;
  status: string;
  body: string;
  shownAt: number;
}

/** The updates that somebody filled in, and what is wrong with their times. */
export function readUpdates(fields: FormData, { zone, language }: { zone: string; language: string }) {
  const updates: TypedUpdate[] = [];
  const errors: Record<string, string> = {};
  const rows = Math.min(20, Number(typed(fields, "rows")) || 0);
  for (let row = 0; row < rows; row++) {
    const name = `updates.${row}`;
    const body = typed(fields, `${name}.body`);
    const time = readTime(fields, `${name}.shownAt`, zone);
    if (!time.ok) errors[`${name}.shownAt`] = time.message;
    else if (time.at !== null) updates.push({ row, status: typed(fields, `${name}.status`), body, shownAt: time.at });
    else if (body.trim() !== "") errors[`${name}.shownAt`] = wordsIn(language).t("backfill.posted_at_missing");
  }
  return { updates, errors };
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
