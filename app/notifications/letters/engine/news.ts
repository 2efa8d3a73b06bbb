import type { PageRow } from "~/pages/queries/page";
import {
  effectiveStatus,
  isUnmonitoredNow,
  type Status,
  type StatusByLayer,
  toCoverageStatus,
  toStatus,
  toStatusOrNull,
  worstStatus,
} from "~/status/status";
import type { EmailUpdate, VisibleComponentStatus } from "../../print/update-parts";
import type { ComponentLayersRow } from "../../queries/letter-facts";

const worstOf = (list: string): Status | null => worstStatus((JSON.parse(list) as string[]).map(toStatus));

/** A component with all parts of its status. */
type Standing = Omit<ComponentLayersRow, "given" | "planned">;

/** Returns the status that visitors see now, so that emails and the page agree. */
export function visibleComponentStatusOf(row: Standing): VisibleComponentStatus & { id: string } {
  const layers: StatusByLayer = {
    manual: toStatusOrNull(row.manualStatus),
    observed: toStatus(row.observedStatus),
    incident: worstOf(row.incidents),
    maintenance: worstOf(row.maintenances),
    coverage: toCoverageStatus(row.coverage),
  };
  const known = { id: row.id, name: row.name, status: effectiveStatus(layers) };
  return isUnmonitoredNow(layers) ? { ...known, unmonitored: true } : known;
}

/** Returns the component with the status that a draft gives it. */
export const draftComponentStatusOf = ({ id, name, given }: { id: string; name: string; given: string }) => ({
  id,
  name,
  status: toStatus(given),
});

/** Returns the component with its status during a maintenance that has not started yet. */
export const componentStatusDuringMaintenance = (row: ComponentLayersRow): VisibleComponentStatus => ({
  id: row.id,
  name: row.name,
  status: toStatus(row.planned ?? "under_maintenance"),
});

/** The parts of an update that are sent. */
export interface MailedUpdate {
  id: string;
  status: string;
  bodyHtml: string;
  bodyText: string;
  said: string | null;
  shownAt: number;
  createdAt: number;
  changes?: { name: string; from: string; to: string }[];
}

/** The data beside its row from which the emails of an incident or a maintenance are written. */
export interface SubjectEmailRows {
  page: PageRow;
  /** Last time that subscribers were notified of it; 0 = never. */
  toldBefore: number;
  /** Updates, newest first. */
  updates: readonly MailedUpdate[];
  components: readonly ComponentLayersRow[];
  /** The page's overall status as JSON, for ways that show it. */
  banner?: string | null;
}

const factOf = (row: MailedUpdate): EmailUpdate => ({
  id: row.id,
  status: row.status,
  html: row.bodyHtml,
  text: row.bodyText,
  said: row.said,
  at: row.shownAt,
  changes: row.changes ?? [],
});

interface NotifiedRange {
  /** Last time that the reader was notified; 0 = never. */
  before: number;
  /** Time at which the newest notice was created; later updates have their own notice. */
  until: number;
}

/**
 * Splits updates into those new to the reader and earlier ones, newest first as given. An update is created in the
 * commit of its notice, or earlier if a draft was published.
 */
export function splitNewAndEarlierUpdates(rows: readonly MailedUpdate[], { before, until }: NotifiedRange) {
  const known = rows.filter(({ createdAt }) => createdAt <= until);
  return {
    fresh: known.filter(({ createdAt }) => createdAt > before).map(factOf),
    earlier: known.filter(({ createdAt }) => createdAt <= before).map(factOf),
  };
}
