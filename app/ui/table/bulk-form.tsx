import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { DefaultSubmitButton } from "../parts/button";
import { PostForm } from "../parts/form";
import { Link } from "../parts/link";
import { FollowingRowsCheckbox, RowsLeftBanner } from "./following-rows";
import {
  PhoneSelectAllCheckbox,
  SelectAllContext,
  type SelectAllContextValue,
  type SelectionCount,
} from "./select-all";
import type { TableBehaviour } from "./table-behaviour";
import { listViewPath, selectAllParam } from "./table-view";
import { useWords } from "./words/words";

interface BulkFormProps {
  /** Name of the form, which comes back with its answer. */
  name: string;
  label: string;
  /** Number of rows shown. */
  rows: number;
  /** Buttons and fields of the actions. */
  actions: ReactNode;
  hidden?: Record<string, string>;
  /** Place of the rows after those shown, as the next page has it; null = these are the last. */
  following?: string | null;
  children: ReactNode;
}

/** Counts and selects with script, and reads the keys of the table; its code is loaded once the page stands. */
function useTableBehaviour(): { around: RefObject<HTMLDivElement>; selection: SelectAllContextValue } {
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

/** The number of selected rows, which CSS counts without script, too. */
function SelectedCount() {
  const { say } = useWords();
  return (
    <p aria-hidden="true" className="font-medium whitespace-nowrap">
      {say("select.selected", { number: <span className="bulk-count tabular-nums" /> })}
    </p>
  );
}

/** The same number for screen readers, outside the bar: what is displayed only with its first text is not announced. */
function AnnouncedCount({ count }: { count: SelectionCount | null }) {
  const { t } = useWords();
  return (
    <p aria-live="polite" className="sr-only">
      {count && count.selected > 0 ? t("select.announced", { count: count.selected }) : ""}
    </p>
  );
}

type BulkTableProps = Pick<BulkFormProps, "rows" | "actions" | "following" | "children">;

/**
 * Renders the content of the form. `PostForm` mounts it again after each response, so that the script works on the fields
 * now shown.
 */
function BulkTable({ rows, actions, following = null, children }: BulkTableProps) {
  const { t } = useWords();
  const location = useLocation();
  const { around, selection } = useTableBehaviour();
  return (
    <SelectAllContext.Provider value={selection}>
      <div ref={around} className="bulk-form grid grid-cols-1 gap-3">
        <noscript>
          <Link to={listViewPath(location, { [selectAllParam]: "all" })} className="inline-flex min-h-hit items-center">
            {t("select.all_shown", { count: rows })}
          </Link>
        </noscript>
        <RowsLeftBanner />
        <PhoneSelectAllCheckbox />
        {children}
        <AnnouncedCount count={selection.count} />
        <section
          aria-label={t("select.actions")}
          className="bulk-bar rounded-lg border border-edge bg-surface p-3 shadow-lg"
        >
          {/* A box of its own: a class that lays out the bar would show it where nothing is selected. */}
          <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
            {following === null ? null : <FollowingRowsCheckbox place={following} />}
            <SelectedCount />
            {actions}
          </div>
        </section>
      </div>
    </SelectAllContext.Provider>
  );
}

/**
 * A table whose rows are acted on together, by a bar that stays in view while rows are selected. It posts to the list as
 * it is shown: filters, sort and page. Enter in a box or in a field presses no action by chance: without an action the
 * form is refused.
 */
export function BulkTableForm({ name, label, hidden, ...table }: BulkFormProps) {
  const action = listViewPath(useLocation());
  return (
    <PostForm name={name} label={label} hidden={hidden} action={action} className="grid grid-cols-1 gap-3">
      <DefaultSubmitButton name="intent" value="" />
      <BulkTable {...table} />
    </PostForm>
  );
}
