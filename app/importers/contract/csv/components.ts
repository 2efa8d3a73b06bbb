import type { Status } from "~/status/status";
import { componentStatusReader } from "../foreign-statuses";
import { foreignName, parseForeignId } from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup } from "../move-document";
import type { MoveNotes } from "../move-notes";
import type { CsvColumns } from "./columns";
import type { CsvTable } from "./table";

/** Words of statuses, with `_` between them. */
const statusWords: Readonly<Record<string, Status>> = {
  operational: "operational",
  ok: "operational",
  up: "operational",
  degraded: "degraded_performance",
  degraded_performance: "degraded_performance",
  partial: "partial_outage",
  partial_outage: "partial_outage",
  outage: "major_outage",
  down: "major_outage",
  major_outage: "major_outage",
  maintenance: "under_maintenance",
  under_maintenance: "under_maintenance",
};

const readStatus = componentStatusReader(statusWords);

export const snakeCaseWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_");

/** Components by name, for the files that name them. */
export interface CsvComponentNames {
  /** Returns the id of a named component; null when the files list others but not this one. */
  idOf(name: string): string | null;
}

const keyOf = (name: string): string => parseForeignId(name.trim().toLowerCase()) ?? "";

export interface CsvComponents {
  groups: MovedGroup[];
  components: MovedComponent[];
}

/** Translates components; an id is their name, as these files have none. */
export function convertCsvComponents(
  { path, lines }: CsvTable,
  { cell }: CsvColumns,
  notes: MoveNotes,
  problems: string[],
): CsvComponents {
  const groups = new Map<string, MovedGroup>();
  const components = new Map<string, MovedComponent>();
  for (const line of lines) {
    const [name, group, word] = [cell(line, "name"), cell(line, "group"), cell(line, "status")];
    if (name === "") problems.push(`${path}, line ${line.line}: the name is missing.`);
    if (name === "") continue;
    const groupId = group === "" ? null : keyOf(group);
    if (groupId !== null && !groups.has(groupId))
      groups.set(groupId, { id: groupId, name: foreignName(group, "Group"), description: "" });
    const own = parseForeignId(cell(line, "id")) ?? keyOf(name);
    const id = components.has(own) && groupId !== null ? keyOf(`${group} / ${name}`) : own;
    const subject = { noun: "component" as const, id, name: foreignName(name, id) };
    if (components.has(id)) notes.leftOut(subject, "name", `Line ${line.line} has the name of an earlier line.`);
    if (components.has(id)) continue;
    const status = word === "" ? "operational" : readStatus(snakeCaseWord(word), notes, subject, "status");
    components.set(
      id,
      toMovedManualComponent({
        id,
        name: subject.name,
        description: cell(line, "description"),
        groupId,
        manualStatus: status === "operational" ? null : status,
      }),
    );
  }
  return { groups: [...groups.values()], components: [...components.values()] };
}

/** Returns how other files find components: by name, or by group and name. */
export function csvComponentNamesOf({ groups, components }: CsvComponents): CsvComponentNames {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const ids = new Map<string, string>();
  for (const { id, name, groupId } of components) {
    if (!ids.has(keyOf(name))) ids.set(keyOf(name), id);
    if (groupId !== null) ids.set(keyOf(`${groupNames.get(groupId) ?? ""} / ${name}`), id);
  }
  return { idOf: (name) => (components.length === 0 ? keyOf(name) || null : (ids.get(keyOf(name)) ?? null)) };
}
