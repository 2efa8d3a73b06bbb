import { useEffect, useRef } from "react";
import { useWords } from "./part-words";

/** Kinds of items in a picker. */
export type PickerKind = "components" | "channels" | "people";

/**
 * Hides rows whose name does not match, directly in the document, so that two hundred rows are not rendered at each
 * key.
 */
function search(box: HTMLInputElement): void {
  const wanted = new RegExp(box.value.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"), "iu");
  const rows = box.closest(".picker")?.querySelectorAll<HTMLElement>(".picker-row") ?? [];
  for (const row of rows) row.hidden = !wanted.test(row.querySelector("label")?.textContent ?? "");
}

/** Search field, only where script runs. Without a name it is no part of the form, and Enter in it sends nothing. */
export function PickerSearch({ of }: { of: PickerKind }) {
  const { t } = useWords();
  const label = t(`picker.search_${of}`);
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const onInput = (event: Event) => {
      event.stopPropagation();
      search(box);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter") event.preventDefault();
    };
    box.addEventListener("input", onInput);
    box.addEventListener("keydown", onKey);
    return () => {
      box.removeEventListener("input", onInput);
      box.removeEventListener("keydown", onKey);
    };
  }, []);
  return (
    <input
      ref={ref}
      type="text"
      inputMode="search"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      className="picker-search"
    />
  );
}
