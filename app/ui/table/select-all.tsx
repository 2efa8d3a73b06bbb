import { createContext, useContext, useEffect, useRef } from "react";
import { useWords } from "./words/words";

/** The selection of the table in a form; null until script counts it. */
export interface SelectionCount {
  selected: number;
  rows: number;
}

export interface SelectionContextValue {
  count: SelectionCount | null;
  selectAll(isSelected: boolean): void;
}

export const SelectionContext = createContext<SelectionContextValue>({ count: null, selectAll: () => undefined });

/** The box in the head, which appears with the script that it needs; without script a link does the same. */
export function SelectAllCheckbox() {
  const { t } = useWords();
  const box = useRef<HTMLInputElement>(null);
  const { count, selectAll } = useContext(SelectionContext);
  const some = count !== null && count.selected > 0 && count.selected < count.rows;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  if (!count) return null;
  return (
    <label className="-ms-2 flex size-11 cursor-pointer items-center justify-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={t("select.all")}
        checked={count.rows > 0 && count.selected === count.rows}
        onChange={({ currentTarget }) => selectAll(currentTarget.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}
