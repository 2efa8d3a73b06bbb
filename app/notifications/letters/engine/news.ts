import type { PageRow } from "~/pages/queries/page";
import {
  effective,
  isUnmonitoredNow,
  type Layers,
  type Status,
  toCoverage,
  toStatus,
  toStatusOrNull,
  worst,
} from "~/status/status";
import type { StandingFact, UpdateFact } from "../../print/update-parts";
import type { StandingRow } from "../../queries/letter-facts";

const worstOf = (list: string): Status | null => worst((JSON.parse(list) as string[]).map(toStatus));

/** A component, and all that its status is made of. */
type Standing = Omit<StandingRow, "given" | "planned">;

/** The status that visitors see now: mail and page never differ. */
export function standingOf(row: Standing): StandingFact & { id: string } {
  const layers: Layers = {
    manual: toStatusOrNull(row.manualStatus),
    observed: toStatus(row.observedStatus),
    incident: worstOf(row.incidents),
    maintenance: worstOf(row.maintenances),
    coverage: toCoverage(row.coverage),
  };
  const known = { id: row.id, name: row.name, status: effective(layers) };
  return isUnmonitoredNow(layers) ? { ...known, unmonitored: true } : known;
}

/** What a draft says of its component. */
export const draftedOf = ({ id, name, given }: { id: string; name: string; given: string }) => ({
  id,
  name,
  status: toStatus(given),
});

/** Before a maintenance begins: what its components will be. */
export const plannedOf = (row: StandingRow): StandingFact => ({
  id: row.id,
  name: row.name,
  status: toStatus(row.planned ?? "under_maintenance"),
});

/** What is told of an update. */
export interface ToldUpdate {
  id: string;
  status: string;
  bodyHtml: string;
  bodyText: string;
  said: string | null;
  shownAt: number;
  createdAt: number;
  changes?: { name: string; from: string; to: string }[];
}

/** What the mails of an incident or a maintenance are written from, beside its row. */
export interface SubjectRead {
  page: PageRow;
  /** When subscribers were told of it before; 0 = never. */
  toldBefore: number;
  /** Newest first. */
  updates: readonly ToldUpdate[];
  components: readonly StandingRow[];
  /** How the whole page is, where they are told that; as JSON. */
  banner?: string | null;
}

const factOf = (row: ToldUpdate): UpdateFact => ({
  id: row.id,
  status: row.status,
  html: row.bodyHtml,
  text: row.bodyText,
  said: row.said,
  at: row.shownAt,
  changes: row.changes ?? [],
});

interface Told {
  /** When the reader was told before; 0 = never. */
  before: number;
  /** When the newest notice was born: what came later has its own. */
  until: number;
}

/**
 * Which updates are new to the reader, and which came earlier, newest first as given. An update is born in the commit of
 * its notice, or earlier where a draft was published.
 */
export function newsOf(rows: readonly ToldUpdate[], { before, until }: Told) {
  const known = rows.filter(({ createdAt }) => createdAt <= until);
  return {
    fresh: known.filter(({ createdAt }) => createdAt > before).map(factOf),
    earlier: known.filter(({ createdAt }) => createdAt <= before).map(factOf),
  };
}
