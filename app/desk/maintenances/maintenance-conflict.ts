import type { ConflictField } from "../parts/conflict";
import type { MaintenanceValues } from "./maintenance-form";
import { workStatusWords } from "./maintenance-words";

const texts = { title: "Title", body: "What happens", startsAt: "Starts", endsAt: "Ends" } as const;

const ticks = {
  autoStart: "Starts at its time",
  autoEnd: "Ends at its time",
  remindDay: "Told 24 hours before",
  remindHour: "Told 60 minutes before",
  tellStart: "Told when it starts",
  tellEnd: "Told when it ends",
} as const;

const tickWords = { "": "no", on: "yes" };
const touchWords: Record<string, string> = { ...workStatusWords, "": "not affected" };

interface Compared extends ConflictField {
  /** As its field would hold what stands there now. */
  held: string;
}

function compared(values: MaintenanceValues, components: readonly { id: string; name: string }[]): Compared[] {
  const held = { ...values, startsAt: values.startsLocal, endsAt: values.endsLocal };
  const lines = (Object.keys(texts) as (keyof typeof texts)[]).map((name) => ({
    ...{ name, label: texts[name], theirs: held[name], held: held[name] },
  }));
  const touched = components.map(({ id, name }) => {
    const status = values.components[id] ?? "";
    const theirs = touchWords[status] ?? status;
    return { name: `components.${id}`, label: name, theirs, kind: "choice" as const, words: touchWords, held: status };
  });
  const ticked = (Object.keys(ticks) as (keyof typeof ticks)[]).map((name) => {
    const status = values[name] ? "on" : "";
    const theirs = tickWords[status];
    return { name, label: ticks[name], theirs, kind: "choice" as const, words: tickWords, held: status };
  });
  return [...lines, ...touched, ...ticked];
}

const oneLineEnd = (text: string) => text.replaceAll("\r\n", "\n");

interface Lost {
  values: MaintenanceValues;
  components: readonly { id: string; name: string }[];
  /** What was typed; undefined while there is no conflict. */
  typed: Record<string, string> | undefined;
}

/** What differs between what stands there now and what was typed, field by field. */
export function conflictFieldsOf({ values, components, typed }: Lost): ConflictField[] {
  if (!typed) return [];
  return compared(values, components)
    .filter(({ name, held }) => oneLineEnd(typed[name] ?? "") !== oneLineEnd(held))
    .map(({ held: _, ...field }) => field);
}
