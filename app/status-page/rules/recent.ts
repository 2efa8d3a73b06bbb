import { dayMs } from "~/time/durations";
import { cutDocumentToSize } from "./document-size";
import type { ForeignIdMap } from "./foreign-ids";
import { documentFormatVersion } from "./read-document";
import type { RecentDocument, RecentIncident, RecentMaintenance, Tombstone } from "./recent-document";
import { snapshotIncidentOf, snapshotMaintenanceOf } from "./snapshot-events";
import type { IncidentFact, MaintenanceFact, PageFact } from "./snapshot-facts";

/** Number of incidents, and of maintenance windows, in feeds and lists. */
export const maxRecentEvents = 50;
/** Time for which a cancelled maintenance stays, and a withdrawn entry without its text, in ms. */
export const tombstoneRetentionMs = 30 * dayMs;

/** All facts of the part `recent`, as plain data that is read in one batch (docs/protocols.md, "Publish"). */
export interface RecentFacts {
  page: Omit<PageFact, "openDayAt">;
  /** The revision to be built. */
  wanted: number;
  /** Includes archived components, because the history still shows their names. */
  components: { id: string; name: string; archived: boolean }[];
  incidents: (IncidentFact & { publishedAt: number | null })[];
  /** Includes recently cancelled windows; of a series only the next scheduled one. */
  maintenances: (MaintenanceFact & Pick<RecentMaintenance, "behind">)[];
  tombstones: Tombstone[];
  /** Absent when nothing of it came from Statuspage. */
  foreignIds?: ForeignIdMap;
}

export interface BuiltRecentDocument {
  recent: RecentDocument;
  /** When the oldest withdrawn or cancelled item must be removed; `never` when there is none. */
  freshUntil: number;
}

/** Later than any clock, and still a safe integer in the database. */
const neverMs = 8_640_000_000_000_000;

const newest = <T>(rows: readonly T[], at: (row: T) => number): T[] =>
  [...rows].sort((one, other) => at(other) - at(one)).slice(0, maxRecentEvents);

const incident = (fact: RecentFacts["incidents"][number], names: Map<string, string>): RecentIncident => ({
  ...snapshotIncidentOf(fact, names),
  publishedAt: fact.publishedAt ?? fact.createdAt,
});

const isCalledOff = ({ status }: MaintenanceFact) => status === "cancelled";

/** Returns the maintenance; cancelled ones are counted separately and displace no others. */
function maintenancesOf({ maintenances }: RecentFacts, names: Map<string, string>, now: number): RecentMaintenance[] {
  const on = newest(
    maintenances.filter((each) => !isCalledOff(each)),
    (each) => each.startsAt,
  );
  const off = newest(
    maintenances.filter((each) => isCalledOff(each) && each.updatedAt + tombstoneRetentionMs > now),
    (each) => each.updatedAt,
  );
  return [...on, ...off]
    .sort((one, other) => other.startsAt - one.startsAt)
    .map((each) => snapshotMaintenanceOf(each, names));
}

const pageOf = ({ page }: RecentFacts, url: string): RecentDocument["page"] => {
  const { id, slug, name, about, language, noindex, updatedAt } = page;
  return { id, slug, name, about, url, language, noindex, updatedAt };
};

/**
 * Builds the document of feeds and v2 lists, at most 500 KB: the oldest bodies are cut (docs/protocols.md, "Publish").
 */
export function buildRecentDocument(facts: RecentFacts, now: number, url: string): BuiltRecentDocument {
  const names = new Map(facts.components.map(({ id, name }) => [id, name]));
  const tombstones = facts.tombstones.filter((each) => each.withdrawnAt + tombstoneRetentionMs > now);
  const maintenances = maintenancesOf(facts, names, now);
  const recent: RecentDocument = {
    format: documentFormatVersion,
    page: pageOf(facts, url),
    revision: facts.wanted,
    builtAt: now,
    components: facts.components.filter((each) => !each.archived).map(({ id, name }) => ({ id, name })),
    incidents: newest(facts.incidents, (each) => each.startedAt).map((each) => incident(each, names)),
    maintenances,
    tombstones: tombstones.sort((one, other) => other.withdrawnAt - one.withdrawnAt),
    ...(facts.foreignIds ? { foreignIds: facts.foreignIds } : {}),
  };
  const takenBack = [
    ...tombstones.map(({ withdrawnAt }) => withdrawnAt),
    ...maintenances.flatMap(({ status, updatedAt }) => (status === "cancelled" ? [updatedAt] : [])),
  ];
  const freshUntil = Math.min(neverMs, ...takenBack.map((at) => at + tombstoneRetentionMs));
  return { recent: cutDocumentToSize(recent), freshUntil };
}
