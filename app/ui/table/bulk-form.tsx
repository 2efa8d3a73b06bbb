import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { PostForm } from "../parts/form";
import { Link } from "../parts/link";
import { SelectionContext, type SelectionContextValue, type SelectionCount } from "./select-all";
import type { TableBehaviour } from "./table-behaviour";
import { type TableView, tableViewQuery } from "./table-view";
import { useWords } from "./words/words";

/** Name of the URL's parameter by which every box is ticked from the start. */
export const selectAllParam = "select";

interface BulkFormProps {
  /** Name of the form, which comes back with its answer. */
  name: string;
  label: string;
  /** Number of rows shown. */
  rows: number;
  view: TableView;
  /** Buttons and fields of the actions. */
  actions: ReactNode;
  hidden?: Record<string, string>;
  children: ReactNode;
}

/** Counts and selects with script, and reads the keys of the table; its code is loaded once the page stands. */
function useTableBehaviour(): { around: RefObject<HTMLDivElement>; selection: SelectionContextValue } {
  const around = useRef<HTMLDivElement>(null);
  const behaviour = useRef<TableBehaviour | null>(null);
  const [count, setCount] = useState<SelectionCount | null>(null);
  useEffect(() => {
    let isGone = false;
    import("./table-behaviour").then(
      ({ startTableBehaviour }) => {
        if (isGone || !around.current) return;
        behaviour.current = startTableBehaviour(around.current, setCount);
      },
      // Offline the boxes still work, without their box for all.
      () => undefined,
    );
    return () => {
      isGone = true;
      behaviour.current?.stop();
    };
  }, []);
  const selection = useMemo(
    () => ({ count, selectAll: (isSelected: boolean) => behaviour.current?.selectAll(isSelected) }),
    [count],
  );
  return { around, selection };
}

/** How many are selected: counted by CSS without script, and said to screen readers with it. */
function SelectedCount({ count }: { count: SelectionCount | null }) {
  const { t, say } = useWords();
  return (
    <p className="font-medium whitespace-nowrap">
      <span aria-hidden="true">{say("select.selected", { number: <span className="bulk-count tabular-nums" /> })}</span>
      <output className="sr-only">
        {count && count.selected > 0 ? t("select.announced", { count: count.selected }) : ""}
      </output>
    </p>
  );
}

/** A table whose rows are acted on together, by a bar that stays in view while rows are selected. */
export function BulkForm({ name, label, rows, view, actions, hidden, children }: BulkFormProps) {
  const { t } = useWords();
  const { around, selection } = useTableBehaviour();
  return (
    <SelectionContext.Provider value={selection}>
      <PostForm name={name} label={label} hidden={hidden} className="grid grid-cols-1 gap-3">
        <div ref={around} className="bulk-form grid grid-cols-1 gap-3">
          <noscript>
            <Link to={tableViewQuery(view, { [selectAllParam]: "all" })} className="inline-flex min-h-hit items-center">
              {t("select.all_shown", { count: rows })}
            </Link>
          </noscript>
          {children}
          <section
            aria-label={t("select.actions")}
            className="bulk-bar sticky bottom-0 z-10 flex flex-wrap items-end gap-x-4 gap-y-2 rounded-lg border border-edge bg-surface p-3 shadow-lg"
          >
            <SelectedCount count={selection.count} />
            {actions}
          </section>
        </div>
      </PostForm>
    </SelectionContext.Provider>
  );
}
