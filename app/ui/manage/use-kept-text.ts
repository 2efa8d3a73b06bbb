import { type RefObject, useEffect, useState } from "react";
import { forgetText, keepText, readKeptText } from "./kept-text";

/** What input, textarea and select have in common. */
interface TextBox {
  name: string;
  type: string;
  value: string;
  checked?: boolean;
  dataset: { secret?: string };
}

const unkept = new Set(["hidden", "password", "file", "submit"]);

/** What is a secret is typed once more rather than lying about on the device. */
function boxesOf(form: HTMLFormElement): TextBox[] {
  const boxes = [...form.querySelectorAll("input, textarea, select")] as unknown as TextBox[];
  return boxes.filter(({ name, type, dataset }) => name !== "" && !unkept.has(type) && dataset.secret === undefined);
}

const isTick = (box: TextBox): boolean => box.type === "checkbox" || box.type === "radio";

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(boxesOf(form).flatMap((box) => (isTick(box) && !box.checked ? [] : [[box.name, box.value]])));

function fill(form: HTMLFormElement, values: Record<string, string>): void {
  for (const box of boxesOf(form)) {
    if (isTick(box)) box.checked = values[box.name] === box.value;
    else box.value = values[box.name] ?? "";
  }
}

const differs = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys({ ...one, ...other }).some((name) => (one[name] ?? "") !== (other[name] ?? ""));

export interface Restored {
  /** The form shows a text that was typed before and never taken. */
  back: boolean;
  /** Takes it away and shows the form as it was rendered. */
  discard(): void;
}

interface Where {
  path: string;
  name: string;
  now: number;
  /** A form that came back refused shows what was typed already. */
  refused: boolean;
}

/** Keeps what is typed into a form that has a text, and brings it back once. */
export function useKeptText(ref: RefObject<HTMLFormElement>, { path, name, now, refused }: Where): Restored {
  const [back, setBack] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there when the form appeared is brought back
  useEffect(() => {
    const form = ref.current;
    if (!form?.querySelector("textarea")) return;
    const kept = refused ? null : readKeptText(path, name, now);
    if (kept && differs(kept, valuesOf(form))) {
      fill(form, kept);
      setBack(true);
    }
    const keep = () => keepText(path, name, { at: now, values: valuesOf(form) });
    form.addEventListener("input", keep);
    return () => form.removeEventListener("input", keep);
  }, [path, name]);
  const discard = () => {
    ref.current?.reset();
    forgetText(path, name);
    setBack(false);
  };
  return { back, discard };
}
