import { afterEach, expect, test, vi } from "vitest";
import type { SelectionCount } from "./select-all";
import { startTableBehaviour } from "./table-behaviour";

afterEach(() => vi.unstubAllGlobals());

/** A table whose rows are only their boxes. */
function tableOf(ticked: boolean[]) {
  let rowsChanged = () => {};
  const table = {
    rows: ticked.map((checked) => ({ checked })),
    counts: [] as SelectionCount[],
    show(next: boolean[]) {
      table.rows = next.map((checked) => ({ checked }));
      rowsChanged();
    },
  };
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(change: () => void) {
        rowsChanged = change;
      }
      observe() {}
      disconnect() {}
    },
  );
  const around = Object.assign(new EventTarget(), { querySelectorAll: () => table.rows });
  const behaviour = startTableBehaviour(around as unknown as HTMLElement, (count) => table.counts.push(count));
  return { table, behaviour };
}

test("the selection is counted again when other rows are shown", () => {
  const { table } = tableOf([true, true, false]);
  table.show([false, false]);
  table.show([]);
  expect(table.counts).toEqual([
    { selected: 2, rows: 3 },
    { selected: 0, rows: 2 },
    { selected: 0, rows: 0 },
  ]);
});

test("a change of the markup that leaves the count as it is reports nothing: the report itself is such a change", () => {
  const { table, behaviour } = tableOf([true, false]);
  table.show([false, true]);
  behaviour.selectAll(true);
  behaviour.selectAll(true);
  expect(table.counts).toEqual([
    { selected: 1, rows: 2 },
    { selected: 2, rows: 2 },
  ]);
});
