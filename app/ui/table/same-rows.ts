import { useEffect, useMemo, useRef } from "react";

/**
 * Returns the rows of an answer, those that are as before as the same objects: a page that refreshes renders only what
 * changed. For tables with hundreds of rows.
 */
export function useUnchangedRows<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const before = useRef(new Map<string, { row: Row; text: string }>());
  const known = useMemo(
    () =>
      rows.map((row) => {
        const text = JSON.stringify(row);
        const last = before.current.get(row.id);
        return last?.text === text ? last : { row, text };
      }),
    [rows],
  );
  useEffect(() => {
    before.current = new Map(known.map((each) => [each.row.id, each]));
  }, [known]);
  return useMemo(() => known.map(({ row }) => row), [known]);
}
