import type { ImportConflictChoice } from "./import-facts";
import { importConflictChoices } from "./import-facts";
import type { StoredImportChoices } from "./import-job";
import { type MovedNoun, movedNouns } from "./moved-nouns";

/** Things of one page of the preview, and what a person chose for them; things are named by `thingKey`. */
export interface ThingSelection {
  shown: readonly string[];
  ticked: ReadonlySet<string>;
  conflicts: Readonly<Record<string, string>>;
}

const toConflictChoice = (text: string): ImportConflictChoice | null =>
  importConflictChoices.find((choice) => choice === text) ?? null;

/** Returns choices with those of the shown things in place; the others stay. */
export function withImportThingSelection(
  stored: StoredImportChoices,
  { shown, ticked, conflicts }: ThingSelection,
): StoredImportChoices {
  const own = new Set(shown);
  const chosen: Record<string, ImportConflictChoice> = { ...stored.conflicts };
  for (const key of shown) {
    const text = conflicts[key];
    if (text === undefined) continue;
    const choice = toConflictChoice(text);
    if (choice === null) delete chosen[key];
    else chosen[key] = choice;
  }
  return {
    ...stored,
    untickedThings: [
      ...stored.untickedThings.filter((key) => !own.has(key)),
      ...shown.filter((key) => !ticked.has(key)),
    ],
    conflicts: chosen,
  };
}

/** Returns choices with one answer for these conflicts. */
export function withImportConflictAnswer(stored: StoredImportChoices, keys: readonly string[], text: string) {
  const choice = toConflictChoice(text);
  if (choice === null) return stored;
  return { ...stored, conflicts: { ...stored.conflicts, ...Object.fromEntries(keys.map((key) => [key, choice])) } };
}

/** Returns choices with the ticks of the shown nouns in place. */
export function withImportNounTicks(
  stored: StoredImportChoices,
  shown: readonly string[],
  ticked: ReadonlySet<string>,
): StoredImportChoices {
  const isUnticked = (noun: MovedNoun) =>
    shown.includes(noun) ? !ticked.has(noun) : stored.untickedNouns.includes(noun);
  return { ...stored, untickedNouns: movedNouns.filter(isUnticked) };
}

const sorted = (texts: readonly string[]): string => JSON.stringify([...texts].sort());

/** Returns true if both bring the same. */
export const areSameImportChoices = (one: StoredImportChoices, other: StoredImportChoices): boolean =>
  sorted(one.untickedNouns) === sorted(other.untickedNouns) &&
  sorted(one.untickedThings) === sorted(other.untickedThings) &&
  sorted(Object.entries(one.conflicts).map((each) => each.join(" "))) ===
    sorted(Object.entries(other.conflicts).map((each) => each.join(" "))) &&
  one.handKeptStartMs === other.handKeptStartMs &&
  one.timeZone === other.timeZone;
