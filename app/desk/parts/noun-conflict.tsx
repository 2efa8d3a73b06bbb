import { differencesOf, type Field, type Fields, postedBy, type ValuesOf } from "~/rules/fields/fields";
import { Conflict, type ConflictField } from "./conflict";
import type { Choice } from "./field";
import { useFormState } from "./form";
import type { Picks } from "./noun-fields";

/** The words of what cannot be typed: a choice, a tick. Null = it is typed, and stays editable. */
function wordsOf(field: Field, picks: readonly Choice[]): Record<string, string> | null {
  if (field.kind === "choice") return field.choices;
  if (field.kind === "tick") return { "": "No", on: "Yes" };
  if (field.kind !== "pick") return null;
  return { "": field.none, ...Object.fromEntries(picks.map(({ value, label }) => [value, label])) };
}

interface NounConflictProps<All extends Fields> {
  form: string;
  /** As they are saved now, with their version. */
  saved: ValuesOf<All> & { version: number };
  fields: All;
  picks: Picks<All>;
  keepTo: string;
}

/** Both versions of all fields in which they differ: what a form posts and what is compared follow from the same fields. */
export function NounConflict<All extends Fields>({ form, saved, fields, picks, keepTo }: NounConflictProps<All>) {
  const state = useFormState(form);
  const chosen = picks as Record<string, readonly Choice[]>;
  const differing = differencesOf(fields, state?.values ?? {}, postedBy(fields, saved));
  const shown = differing.map(({ name, field, theirs = "" }): ConflictField => {
    const words = wordsOf(field, chosen[name] ?? []);
    const both = { name, label: field.label, theirs: words?.[theirs] ?? theirs };
    return words ? { ...both, kind: "choice", words } : both;
  });
  return <Conflict form={form} version={saved.version} fields={shown} keepTo={keepTo} />;
}
