import { type RefObject, useEffect, useState } from "react";
import { beginFormText, flushFormTexts, forgetFormText, readStoredFormText, scheduleFormTextSave } from "./kept-text";

/** The properties that input, textarea and select share. */
interface TextControl {
  name: string;
  type: string;
  value: string;
  checked?: boolean;
  dataset: { secret?: string };
}

const unkept = new Set(["hidden", "password", "file", "submit"]);

/** Returns the fields to keep; secrets are typed again rather than stored on the device. */
function boxesOf(form: HTMLFormElement): TextControl[] {
  const boxes = [...form.querySelectorAll("input, textarea, select")] as unknown as TextControl[];
  return boxes.filter(({ name, type, dataset }) => name !== "" && !unkept.has(type) && dataset.secret === undefined);
}

const isTick = (box: TextControl): boolean => box.type === "checkbox" || box.type === "radio";

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

export interface RestoredTextHandle {
  /** True when the form shows a restored text that was never accepted. */
  back: boolean;
  /** Deletes it and shows the form as it was rendered. */
  discard(): void;
}

interface StoredFormTextLocation {
  path: string;
  name: string;
  now: number;
  /** True when the form was refused and shows the typed text already. */
  refused: boolean;
  /** Number of answers so far; text typed after an answer is a new text. */
  round: number;
}

/** Keeps the text while someone types, and writes it at once when they send the form, switch tabs or leave. */
function keepTyping(form: HTMLFormElement, keep: () => void): () => void {
  const hidden = () => document.visibilityState === "hidden" && flushFormTexts();
  form.addEventListener("input", keep);
  form.addEventListener("submit", flushFormTexts);
  window.addEventListener("pagehide", flushFormTexts);
  document.addEventListener("visibilitychange", hidden);
  return () => {
    flushFormTexts();
    form.removeEventListener("input", keep);
    form.removeEventListener("submit", flushFormTexts);
    window.removeEventListener("pagehide", flushFormTexts);
    document.removeEventListener("visibilitychange", hidden);
  };
}

/** Keeps typed text of a form with a text area, and restores it once. */
export function useStoredFormText(
  ref: RefObject<HTMLFormElement>,
  { path, name, now, refused, round }: StoredFormTextLocation,
): RestoredTextHandle {
  const [back, setBack] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins it again
  useEffect(() => beginFormText(path, name), [path, name, round]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was there when the form appeared is brought back
  useEffect(() => {
    const form = ref.current;
    if (!form?.querySelector("textarea")) return;
    const kept = refused ? null : readStoredFormText(path, name, now);
    if (kept && differs(kept, valuesOf(form))) {
      fill(form, kept);
      setBack(true);
    }
    return keepTyping(form, () => scheduleFormTextSave(path, name, () => ({ at: now, values: valuesOf(form) })));
  }, [path, name]);
  const discard = () => {
    ref.current?.reset();
    forgetFormText(path, name);
    beginFormText(path, name);
    setBack(false);
  };
  return { back, discard };
}
