import { createContext, useContext, useEffect, useRef } from "react";
import { useWords } from "./words/words";

/** The selection of the table in a form; null until script counts it. */
export interface SelectionCount {
  selected: number;
  rows: number;
}

export interface SelectAllContextValue {
  count: SelectionCount | null;
  selectAll(isSelected: boolean): void;
}

export const SelectAllContext = createContext<SelectAllContextValue>({ count: null, selectAll: () => undefined });

/** Attributes of a box that selects every row; null without script, which it needs. */
function useSelectAllBox() {
  const box = useRef<HTMLInputElement>(null);
  const { count, selectAll } = useContext(SelectAllContext);
  const some = count !== null && count.selected > 0 && count.selected < count.rows;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  if (!count) return null;
  const attributes = {
    ref: box,
    type: "checkbox",
    checked: count.rows > 0 && count.selected === count.rows,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => selectAll(currentTarget.checked),
    className: "size-5 accent-accent",
  };
  return { attributes, rows: count.rows };
}

/** The box in the head, which appears with the script that it needs; without script a link does the same. */
export function SelectAllCheckbox() {
  const { t } = useWords();
  const all = useSelectAllBox();
  if (!all) return null;
  return (
    <label className="-ms-2 flex size-11 cursor-pointer items-center justify-center">
      <input {...all.attributes} aria-label={t("select.all")} />
    </label>
  );
}

/** The same box with its words, above the rows on phones, where no head is shown. */
export function PhoneSelectAllCheckbox() {
  const { t } = useWords();
  const all = useSelectAllBox();
  // An empty place keeps the rows from moving when the box comes.
  if (!all) return <div className="h-11 md:hidden noscript:hidden" />;
  return (
    <label className="flex min-h-hit w-fit cursor-pointer items-center gap-3 ps-4 md:hidden">
      <input {...all.attributes} />
      {t("select.all_shown", { count: all.rows })}
    </label>
  );
}
