/** Cursor of a list, newest first: `<instant>.<id>` of the last row shown. */
export type ListCursor = [number, string];

export const rowsPerPage = 50;

export function parseListCursor(text: string | undefined): ListCursor | null {
  const found = /^(\d{1,16})\.(.{1,100})$/.exec(text ?? "");
  return found ? [Number(found[1]), found[2] ?? ""] : null;
}

/** Removes the extra row that was read to find out whether there is more. */
export function cursorPageOf<Row>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => ListCursor,
): { rows: Row[]; before: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, before: rows.length > limit && last ? keyOf(last).join(".") : null };
}
