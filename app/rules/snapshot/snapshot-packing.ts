import { letterOfStatus, type StatusLetter } from "../basics/state-letter";
import type { Status } from "../basics/status";
import type { Snapshot, SnapshotComponent, SnapshotIncident } from "./snapshot-document";

/**
 * A snapshot as its row holds it: three fifths of the text where there are many components, for the first reader of each
 * isolate reads it after every publish. All but the components and the recent incidents stands as it is.
 */

type PackedComponent = [
  id: string,
  groupId: string | null,
  name: string,
  description: string,
  position: number,
  /** 1 shown only when affected, 2 its uptime is hidden, 4 observed. */
  flags: number,
  startDate: string,
  /** Letters of its status and of its status without the observed layer. */
  statuses: string,
  since: number | null,
  lastKnown: SnapshotComponent["lastKnown"],
  days: string,
  /** Of each day where it stands among `dates`, then its parts up to the last that is not 0: "3,900000;17,0,60000". */
  stories: string,
  uptime: number | null,
  createdAt: number,
  updatedAt: number,
];

interface PackedSnapshot extends Omit<Snapshot, "components" | "recent"> {
  /** The days of all stories. */
  dates: string[];
  packed: PackedComponent[];
  /** Incidents that are open too stand here by their id. */
  recent: { incidents: (SnapshotIncident | string)[]; maintenances: Snapshot["recent"]["maintenances"] };
}

const statusOfLetter = Object.fromEntries(
  Object.entries(letterOfStatus).map(([status, letter]) => [letter, status]),
) as Record<StatusLetter, Status>;

const upToLast = (parts: readonly number[]) => parts.slice(0, parts.findLastIndex((part) => part !== 0) + 1);

function packComponent(component: SnapshotComponent, indexOf: ReadonlyMap<string, number>): PackedComponent {
  const { id, groupId, name, description, position, startDate, since, lastKnown, uptime, ...rest } = component;
  const { shownWhen, showUptime, observed, status, unobservedStatus, days, stories, createdAt, updatedAt, ...none } =
    rest;
  none satisfies Record<string, never>;
  const flags = (shownWhen === "affected" ? 1 : 0) + (showUptime ? 0 : 2) + (observed ? 4 : 0);
  const statuses = letterOfStatus[status] + letterOfStatus[unobservedStatus];
  const told = Object.entries(stories).map(([date, parts]) => [indexOf.get(date) ?? 0, ...upToLast(parts)].join(","));
  const past = [days, told.join(";"), uptime] as const;
  const looks = [groupId, name, description, position, flags, startDate] as const;
  return [id, ...looks, statuses, since, lastKnown, ...past, createdAt, updatedAt];
}

function unpackStories(packed: string, dates: readonly string[]): SnapshotComponent["stories"] {
  const stories: SnapshotComponent["stories"] = {};
  for (const told of packed === "" ? [] : packed.split(";")) {
    const [index = 0, major = 0, partial = 0, degraded = 0, maintenance = 0, noData = 0] = told.split(",").map(Number);
    stories[dates[index] ?? ""] = [major, partial, degraded, maintenance, noData];
  }
  return stories;
}

/**
 * By place and not by taking apart, and its stories when somebody asks, which the front page does not: that would cost
 * more than all that packing saves.
 */
function unpackComponent(packed: PackedComponent, dates: readonly string[]): SnapshotComponent {
  let stories: SnapshotComponent["stories"] | undefined;
  return {
    id: packed[0],
    groupId: packed[1],
    name: packed[2],
    description: packed[3],
    position: packed[4],
    shownWhen: packed[5] & 1 ? "affected" : "always",
    showUptime: !(packed[5] & 2),
    observed: Boolean(packed[5] & 4),
    startDate: packed[6],
    status: statusOfLetter[packed[7][0] as StatusLetter],
    unobservedStatus: statusOfLetter[packed[7][1] as StatusLetter],
    since: packed[8],
    lastKnown: packed[9],
    days: packed[10],
    get stories() {
      stories ??= unpackStories(packed[11], dates);
      return stories;
    },
    uptime: packed[12],
    createdAt: packed[13],
    updatedAt: packed[14],
  };
}

/** The text for the row. */
export function packSnapshot({ components, recent, ...rest }: Snapshot): string {
  const dates = [...new Set(components.flatMap(({ stories }) => Object.keys(stories)))];
  const indexOf = new Map(dates.map((date, index) => [date, index]));
  const packed: PackedSnapshot = {
    ...rest,
    dates,
    packed: components.map((each) => packComponent(each, indexOf)),
    recent: {
      maintenances: recent.maintenances,
      incidents: recent.incidents.map((each) => (rest.incidents.includes(each) ? each.id : each)),
    },
  };
  return JSON.stringify(packed);
}

/** The document of such a text, or of one that an earlier version wrote whole. */
export function unpackSnapshot(text: string): Snapshot {
  const read = JSON.parse(text) as PackedSnapshot | Snapshot;
  if (!("packed" in read)) return read;
  const { dates, packed, recent, ...rest } = read;
  const open = new Map(rest.incidents.map((each) => [each.id, each]));
  return {
    ...rest,
    components: packed.map((each) => unpackComponent(each, dates)),
    recent: {
      maintenances: recent.maintenances,
      incidents: recent.incidents.flatMap((each) => (typeof each === "string" ? (open.get(each) ?? []) : each)),
    },
  };
}
