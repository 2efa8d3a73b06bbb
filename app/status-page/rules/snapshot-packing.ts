import { type StatusLetter, stateLetterByStatus } from "~/status/state-letter";
import type { Status } from "~/status/status";
import { packUptimeParts, uptimePartsByDate } from "./day-stories";
import { markComponentsUnmonitored } from "./earlier-document";
import { assertArrays, type ParsedDocument, parseDocument } from "./read-document";
import type { Snapshot, SnapshotComponent, SnapshotGroup, SnapshotIncident } from "./snapshot-document";

/**
 * A snapshot as its row holds it: two fifths of the text when there are many components, because each isolate's first
 * reader parses it after every publish. Only components, groups' members and recent incidents are packed.
 */

type PackedComponent = [
  id: string,
  /** The index of its group; an id in rows of earlier versions. */
  group: number | string | null,
  name: string,
  description: string,
  position: number,
  /** 1 shown only when affected, 2 its uptime is hidden, 4 observed, 8 not monitored. */
  flags: number,
  startDate: string,
  /** Letters of its status and of its status without the observed layer. */
  statuses: string,
  since: number | null,
  lastKnown: SnapshotComponent["lastKnown"],
  days: string,
  /** Packed as in `PackedUptimeParts`. */
  stories: string,
  uptime: number | null,
  createdAt: number,
  updatedAt: number,
];

/**
 * For each value of a component the list of all components' values, or the single value that all share. The ids are
 * always a list.
 */
type Columns = { [At in keyof PackedComponent]: PackedComponent[At][] | PackedComponent[At] };

interface PackedGroup extends Omit<SnapshotGroup, "componentIds"> {
  /** The index of each among the components, or its id when it is not among them. */
  componentIds: (number | string)[];
}

interface PackedSnapshot extends Omit<Snapshot, "groups" | "components" | "recent"> {
  groups: PackedGroup[];
  /** The dates of all stories. */
  dates: string[];
  columns: Columns;
  /** Used in rows of earlier versions instead of the columns. */
  packed?: PackedComponent[];
  /** Incidents that are open too are given by their id. */
  recent: { incidents: (SnapshotIncident | string)[]; maintenances: Snapshot["recent"]["maintenances"] };
}

const statusOfLetter = Object.fromEntries(
  Object.entries(stateLetterByStatus).map(([status, letter]) => [letter, status]),
) as Record<StatusLetter, Status>;

interface PackingIndex {
  dates: ReadonlyMap<string, number>;
  groups: ReadonlyMap<string, number>;
}

function packComponent(component: SnapshotComponent, places: PackingIndex): PackedComponent {
  const { id, groupId, name, description, position, startDate, since, lastKnown, uptime, ...rest } = component;
  const {
    shownWhen,
    showUptime,
    observed,
    unmonitored,
    status,
    unobservedStatus,
    days,
    stories,
    createdAt,
    updatedAt,
    ...none
  } = rest;
  none satisfies Record<string, never>;
  const group = groupId === null ? null : (places.groups.get(groupId) ?? groupId);
  const flags = (shownWhen === "affected" ? 1 : 0) + (showUptime ? 0 : 2) + (observed ? 4 : 0) + (unmonitored ? 8 : 0);
  const statuses = stateLetterByStatus[status] + stateLetterByStatus[unobservedStatus];
  const past = [days, packUptimeParts(stories, places.dates), uptime] as const;
  const looks = [group, name, description, position, flags, startDate] as const;
  return [id, ...looks, statuses, since, lastKnown, ...past, createdAt, updatedAt];
}

/** Stores a value that all components share once. */
function columnsOf(rows: readonly PackedComponent[]): Columns {
  const columns = Array.from({ length: rows[0]?.length ?? 1 }, (_, at) => rows.map((row) => row[at]));
  const isOne = (column: unknown[]) => column.length > 0 && column.every((value) => value === column[0]);
  return columns.map((column, at) => (at > 0 && isOne(column) ? column[0] : column)) as unknown as Columns;
}

const valueAt = <T>(column: T[] | T, index: number): T => (Array.isArray(column) ? column[index] : column) as T;

/** Throws for an unknown letter, so that an unreadable status is never shown as another. */
function statusOf(letter: string | undefined): Status {
  const status = statusOfLetter[letter as StatusLetter];
  if (status === undefined) throw new TypeError(`no status: ${letter}`);
  return status;
}

/**
 * Unpacks by index instead of destructuring, and leaves the days' parts packed, because the front page hardly needs
 * them. Both would cost more than packing saves.
 */
function unpackComponent(
  columns: Columns,
  index: number,
  { dates, groups }: Pick<PackedSnapshot, "dates" | "groups">,
): SnapshotComponent {
  const group = valueAt(columns[1], index);
  const flags = valueAt(columns[5], index);
  const statuses = valueAt(columns[7], index);
  return {
    id: valueAt(columns[0], index),
    groupId: typeof group === "number" ? (groups[group]?.id ?? null) : group,
    name: valueAt(columns[2], index),
    description: valueAt(columns[3], index),
    position: valueAt(columns[4], index),
    shownWhen: flags & 1 ? "affected" : "always",
    showUptime: !(flags & 2),
    observed: Boolean(flags & 4),
    startDate: valueAt(columns[6], index),
    status: statusOf(statuses[0]),
    ...(flags & 8 ? { unmonitored: true as const } : {}),
    unobservedStatus: statusOf(statuses[1]),
    since: valueAt(columns[8], index),
    lastKnown: valueAt(columns[9], index),
    days: valueAt(columns[10], index),
    stories: { packed: valueAt(columns[11], index), dates },
    uptime: valueAt(columns[12], index),
    createdAt: valueAt(columns[13], index),
    updatedAt: valueAt(columns[14], index),
  };
}

const indexed = (all: readonly string[]): ReadonlyMap<string, number> =>
  new Map(all.map((each, index) => [each, index]));

/** Writes the text for the row. */
export function packSnapshot({ groups, components, recent, ...rest }: Snapshot): string {
  const dates = [...new Set(components.flatMap(({ stories }) => Object.keys(uptimePartsByDate(stories))))];
  const ids = indexed(components.map(({ id }) => id));
  const places = { dates: indexed(dates), groups: indexed(groups.map(({ id }) => id)) };
  const packed: PackedSnapshot = {
    ...rest,
    groups: groups.map((group) => ({ ...group, componentIds: group.componentIds.map((id) => ids.get(id) ?? id) })),
    dates,
    columns: columnsOf(components.map((each) => packComponent(each, places))),
    recent: {
      maintenances: recent.maintenances,
      incidents: recent.incidents.map((each) => (rest.incidents.includes(each) ? each.id : each)),
    },
  };
  return JSON.stringify(packed);
}

/** Throws when it is incomplete. */
function unpackWhole(read: PackedSnapshot | Snapshot): Snapshot {
  if (!("dates" in read)) {
    assertArrays(read.components, read.groups, read.incidents, read.maintenances, read.recent.incidents);
    return read;
  }
  const { dates, packed, columns = columnsOf(packed ?? []), groups, recent, ...rest } = read;
  const open = new Map(rest.incidents.map((each) => [each.id, each]));
  const ids = columns[0] as string[];
  assertArrays(dates, ids, rest.maintenances, recent.maintenances);
  return {
    ...rest,
    groups: groups.map((group) => ({
      ...group,
      componentIds: group.componentIds.map((id) => (typeof id === "number" ? (ids[id] ?? "") : id)),
    })),
    components: ids.map((_, index) => unpackComponent(columns, index, { dates, groups })),
    recent: {
      maintenances: recent.maintenances,
      incidents: recent.incidents.flatMap((each) => (typeof each === "string" ? (open.get(each) ?? []) : each)),
    },
  };
}

const unpack = (read: PackedSnapshot | Snapshot): Snapshot => markComponentsUnmonitored(unpackWhole(read));

/** Reads the document of such a text, or of one that an earlier version wrote: by component, or not packed. */
export const unpackSnapshot = (text: string): Snapshot => unpack(JSON.parse(text));

/** Reads the same from a row, which a later version may have written. */
export const parseSnapshot = (text: string): ParsedDocument<Snapshot> =>
  parseDocument(text, (read) => unpack(read as PackedSnapshot | Snapshot));

/** Places of the columns that a figure needs, for a query that reads these alone. */
export const figureColumns = [0, 8, 10, 12] as const;

/** A component's uptime and days, as on the page. */
export interface ComponentFigure extends Pick<SnapshotComponent, "since" | "days" | "uptime"> {
  id: string;
}

type FigureColumns = [
  ids: string[] | null,
  since: Columns[8] | null,
  days: Columns[10] | null,
  uptime: Columns[12] | null,
];

/** Unpacks those columns; none for a row of an earlier version, until the page is published again. */
export function unpackComponentFigures(text: string): ComponentFigure[] {
  const [ids, since, days, uptime] = JSON.parse(text) as FigureColumns;
  return (ids ?? []).map((id, index) => ({
    id,
    since: valueAt(since, index),
    days: valueAt(days, index) ?? "",
    uptime: valueAt(uptime, index),
  }));
}
