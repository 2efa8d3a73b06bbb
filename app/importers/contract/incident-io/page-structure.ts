import { hourMs } from "~/time/durations";
import { maintenanceStateReader } from "../foreign-statuses";
import {
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  isForeignRecord,
  parseForeignId,
} from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup, MovedMaintenance, MovedPage } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedMaintenance, toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { type IncidentIoRow, incidentIoInstant, readIncidentIoStatus } from "./incident";

export function convertIncidentIoPage(row: IncidentIoRow): MovedPage | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const host = URL.parse(foreignText(row.public_url))?.host ?? "";
  return toMovedPage({
    id,
    name: foreignName(row.name, "Status page"),
    slug: row.subpath,
    host: foreignText(row.custom_domain) || host || null,
  });
}

function componentOf(row: IncidentIoRow, groupId: string | null, notes: MoveNotes): MovedComponent | null {
  const named = foreignRecord(row.component);
  const id = parseForeignId(row.component_id ?? named.id ?? row.id);
  const name = foreignName(row.name ?? named.name, "Component");
  const subject: NoteSubject = { noun: "component", id, name };
  if (id === null) {
    notes.leftOut(subject, "component_id", "It has no id.");
    return null;
  }
  const word = row.current_status ?? row.status;
  const status =
    word === undefined || word === null ? "operational" : readIncidentIoStatus(word, notes, subject, "status");
  return toMovedManualComponent({
    id,
    name,
    description: foreignText(row.description ?? named.description),
    groupId: parseForeignId(row.group_id) ?? groupId,
    manualStatus: status === "no_data" ? status : null,
    startedAt: incidentIoInstant(row.data_available_since),
    showsUptime: row.display_uptime !== false,
    isHidden: row.hidden === true,
  });
}

export interface IncidentIoStructure {
  groups: MovedGroup[];
  components: MovedComponent[];
}

const membersOf = (row: IncidentIoRow): IncidentIoRow[] =>
  [row.items, row.components, row.groups].flatMap(foreignList).filter(isForeignRecord);

const isGroup = (row: IncidentIoRow): boolean => isForeignRecord(row.group) || Array.isArray(row.components);

/** Reads the structure of a page: components and groups of them, in their order. */
export function readIncidentIoStructure(structure: IncidentIoRow, notes: MoveNotes): IncidentIoStructure {
  const found: IncidentIoStructure = { groups: [], components: [] };
  for (const row of membersOf(structure)) {
    if (!isGroup(row)) {
      found.components.push(
        ...[
          componentOf(
            isForeignRecord(row.component) && row.name === undefined ? { ...row.component, ...row } : row,
            null,
            notes,
          ) ?? [],
        ].flat(),
      );
      continue;
    }
    const group = isForeignRecord(row.group) ? row.group : row;
    const id = parseForeignId(group.id);
    if (id !== null)
      found.groups.push({
        id,
        name: foreignName(group.name, "Group"),
        description: foreignText(group.description),
      });
    const members = foreignList(group.components).filter(isForeignRecord);
    found.components.push(...members.flatMap((each) => componentOf(each, id, notes) ?? []));
  }
  const seen = new Set<string>();
  const components = found.components.filter(({ id }) => !seen.has(id) && seen.add(id));
  return { groups: found.groups, components };
}

const readState = maintenanceStateReader({
  maintenance_scheduled: "scheduled",
  maintenance_in_progress: "in_progress",
  maintenance_complete: "completed",
});

function componentIdsOf(row: IncidentIoRow): string[] {
  const rows = [row.affected_components, row.component_impacts, row.components].flatMap(foreignList).map(foreignRecord);
  return [...new Set(rows.flatMap((each) => parseForeignId(each.component_id ?? each.id) ?? []))];
}

function updatesOf(row: IncidentIoRow): MovedMaintenance["updates"] {
  const rows = foreignList(row.updates).map(foreignRecord);
  const said = rows.flatMap((each) => {
    const at = incidentIoInstant(each.published_at);
    return at === null ? [] : [{ body: foreignText(each.message), shownAt: at }];
  });
  const at = incidentIoInstant(row.last_update_at);
  const message = foreignText(row.last_update_message);
  if (said.length > 0 || at === null || message === "") return said.sort((one, other) => one.shownAt - other.shownAt);
  return [{ body: message, shownAt: at }];
}

export function convertIncidentIoMaintenance(row: IncidentIoRow, notes: MoveNotes): MovedMaintenance | null {
  const id = parseForeignId(row.id);
  const title = foreignName(row.name, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  const startsAt = incidentIoInstant(row.starts_at ?? row.started_at);
  if (id === null || startsAt === null) {
    notes.leftOut(subject, id === null ? "id" : "starts_at", unmovedReasons.noStart);
    return null;
  }
  const end = incidentIoInstant(row.ends_at ?? row.scheduled_end_at);
  const hasEnd = end !== null && end > startsAt;
  if (!hasEnd) notes.approximated(subject, "ends_at", unmovedReasons.endsNever);
  return toMovedMaintenance({
    id,
    title,
    startsAt,
    endsAt: hasEnd ? end : startsAt + hourMs,
    state: readState(row.maintenance_status ?? row.status, notes, subject, "status"),
    updates: updatesOf(row),
    componentIds: componentIdsOf(row),
    path: `/maintenances/${encodeURIComponent(id)}`,
  });
}
