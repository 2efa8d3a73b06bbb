import type { OriginResult, OriginSettings } from "../origin";
import { originRefusal } from "../origin-texts";
import type { CsvLine, CsvTable } from "./table";

export type CsvNoun = "components" | "incidents" | "subscribers";

/** Fields of each noun, with names of columns that people give them; `!` marks those that must be there. */
const fields: Record<CsvNoun, Record<string, { words: string; isNeeded?: boolean }>> = {
  components: {
    name: {
      words: "name|component|service|title|komponente|bezeichnung|dienst|nom|nombre|composant|componente",
      isNeeded: true,
    },
    group: { words: "group|group name|section|category|gruppe|groupe|grupo" },
    description: { words: "description|about|details|beschreibung|descripcion|descrição" },
    status: { words: "status|state|zustand|statut|estado" },
    id: { words: "id|component id" },
  },
  incidents: {
    title: { words: "title|name|incident|subject|summary|titel|titre|titulo|störung", isNeeded: true },
    started_at: {
      words: "started_at|started at|start|start time|begin|date|created_at|created at|beginn|début|inicio",
      isNeeded: true,
    },
    resolved_at: { words: "resolved_at|resolved at|end|end time|ended at|closed at|ende|fin" },
    status: { words: "status|state|zustand|statut|estado" },
    impact: { words: "impact|severity|schwere|impacto|auswirkung" },
    components: { words: "components|component|services|affected components|komponenten|composants|componentes" },
    message: { words: "message|body|text|description|update|meldung|beschreibung|mensaje" },
    id: { words: "id|incident id" },
  },
  subscribers: {
    email: {
      words: "email|e-mail|mail|email address|e-mail address|address|e-mail-adresse|adresse e-mail|correo",
      isNeeded: true,
    },
    confirmed: {
      words: "confirmed|consent|agreed|opt-in|opted in|subscribed|state|status|bestätigt|confirmé|confirmado",
    },
    components: { words: "components|component|services|komponenten|composants|componentes" },
    mode: { words: "mode|kind" },
    consented_at: { words: "consented_at|consented at|confirmed at|confirmed_at|created_at|created at|subscribed at" },
  },
};

const plainName = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, " ");

const nounNames: readonly CsvNoun[] = ["components", "incidents", "subscribers"];

const columnsFor = (noun: CsvNoun, field: string): string[] => fields[noun][field]?.words.split("|") ?? [];

const hasColumn = (header: readonly string[], noun: CsvNoun, field: string): boolean =>
  header.some((name) => columnsFor(noun, field).includes(plainName(name)));

/** Returns what a file is about: what was chosen, else its name, else its columns. */
export function csvNounOf({ path, header }: CsvTable, { choices }: OriginSettings): OriginResult<CsvNoun> {
  const chosen = nounNames.find((noun) => choices[`${path}.noun`] === noun || choices.noun === noun);
  const named = nounNames.find((noun) => path.toLowerCase().includes(noun.slice(0, -1)));
  const bySubscriber = hasColumn(header, "subscribers", "email") ? ("subscribers" as const) : undefined;
  const byIncident = hasColumn(header, "incidents", "started_at") ? ("incidents" as const) : undefined;
  const byComponent = hasColumn(header, "components", "name") ? ("components" as const) : undefined;
  const noun = chosen ?? named ?? bySubscriber ?? byIncident ?? byComponent;
  if (noun) return { ok: true, value: noun };
  const columns = header.join(", ").slice(0, 200);
  return originRefusal(
    "not_this_origin",
    `${path}: say whether it lists components, incidents or subscribers. Its columns are: ${columns}.`,
  );
}

/** Reads the cells of a line by field; an empty text where there is no column. */
export type CsvCellReader = (line: CsvLine, field: string) => string;

export interface CsvColumns {
  cell: CsvCellReader;
  has(field: string): boolean;
  /** Columns that no field reads. */
  others: string[];
}

/** Finds the column of each field: the chosen one, else the one with a usual name. */
export function csvColumnsOf(
  { path, header }: CsvTable,
  noun: CsvNoun,
  { choices }: OriginSettings,
): OriginResult<CsvColumns> {
  const places = new Map<string, number>();
  for (const [field, { isNeeded }] of Object.entries(fields[noun])) {
    const chosen = choices[`${noun}.${field}`] ?? "";
    const usual = columnsFor(noun, field);
    const at = header.findIndex((name) =>
      chosen === "" ? usual.includes(plainName(name)) : plainName(name) === plainName(chosen),
    );
    const isMissing = at < 0 && (isNeeded || chosen !== "");
    if (isMissing)
      return originRefusal(
        "broken",
        `${path}: choose the column of “${field}”. There are: ${header.join(", ").slice(0, 200)}.`,
      );
    if (at >= 0 && ![...places.values()].includes(at)) places.set(field, at);
  }
  const taken = new Set(places.values());
  const cell: CsvCellReader = ({ cells }, field) => cells[places.get(field) ?? -1] ?? "";
  const others = header.filter((name, index) => name !== "" && !taken.has(index));
  return { ok: true, value: { cell, has: (field) => places.has(field), others } };
}
