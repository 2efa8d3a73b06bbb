import { visibilityRuleOf } from "~/components/rules/stored-visibility";
import type { componentTable, incidentTable, maintenanceTable } from "~/db/schema";
import { toCoverageStatus, toImpact, toStatus, toStatusOrNull } from "~/status/status";
import type { GeneratedTextKey } from "~/status/usual-words";
import type { ForeignIdMap } from "../rules/foreign-ids";
import type {
  AffectedComponentFact,
  ComponentFact,
  IncidentFact,
  MaintenanceFact,
  UpdateFact,
} from "../rules/snapshot-facts";

interface RowWithChildren<Row> {
  row: Row;
  updates: string;
  components: string;
  /** Its id at Statuspage; null when it was not imported from there, absent when that was not read. */
  foreignId?: string | null;
}

const foreignIdOf = (id: string | null | undefined): { foreignId?: string } => (id ? { foreignId: id } : {});

/**
 * Returns the id at Statuspage and the tag of the feed’s entry from a JSON list of both; nothing for what was not
 * imported.
 */
export function foreignEntryIn(text: string | null): Pick<IncidentFact, "foreignId" | "feedTag"> {
  const [foreignId = null, feedTag = null] = JSON.parse(text ?? "[]") as (string | null)[];
  return { ...foreignIdOf(foreignId), ...(feedTag === null ? {} : { feedTag }) };
}

/** Returns the map of a JSON object of ids; nothing when it is empty. */
export function foreignIdsIn(text: string): { foreignIds?: ForeignIdMap } {
  const foreignIds = JSON.parse(text) as ForeignIdMap;
  return Object.keys(foreignIds).length > 0 ? { foreignIds } : {};
}

const updatesOf = (text: string): UpdateFact[] =>
  (
    JSON.parse(text) as (Omit<UpdateFact, "cut" | "edited" | "said"> & {
      cut: number;
      edited: number;
      said: GeneratedTextKey | null;
    })[]
  ).map(({ cut, edited, said, ...each }) => ({
    ...each,
    notify: Boolean(each.notify),
    ...(cut ? { cut: true as const } : {}),
    ...(edited ? { edited: true as const } : {}),
    ...(said === null ? {} : { said }),
  }));

const touchedOf = (text: string): AffectedComponentFact[] =>
  (JSON.parse(text) as { componentId: string; status: string }[]).map(({ componentId, status }) => ({
    componentId,
    status: toStatus(status),
  }));

export const toComponentFact = (row: typeof componentTable.$inferSelect): ComponentFact => ({
  ...row,
  shownWhen: visibilityRuleOf(row.shownWhen),
  manualStatus: toStatusOrNull(row.manualStatus),
  observedStatus: toStatus(row.observedStatus),
  observedBefore: toStatus(row.observedBefore),
  coverage: toCoverageStatus(row.coverage),
});

const postmortemOf = (row: typeof incidentTable.$inferSelect): Pick<IncidentFact, "postmortem"> =>
  row.postmortem !== "published"
    ? {}
    : {
        postmortem: {
          html: row.postmortemHtml,
          text: row.postmortemText,
          publishedAt: row.postmortemPublishedAt ?? row.updatedAt,
          updatedAt: row.postmortemUpdatedAt ?? row.updatedAt,
          notified: row.postmortemNotified,
        },
      };

export const toSnapshotIncidentFact = ({
  row,
  updates,
  components,
  foreignId,
}: RowWithChildren<typeof incidentTable.$inferSelect>): IncidentFact => ({
  id: row.id,
  ...foreignIdOf(foreignId),
  title: row.title,
  ...(row.titleSaid === null ? {} : { titleSaid: row.titleSaid }),
  status: row.status,
  impact: toImpact(row.impact),
  impactOverride: row.impactOverride === null ? null : toImpact(row.impactOverride),
  startedAt: row.startedAt,
  monitoringAt: row.monitoringAt,
  resolvedAt: row.resolvedAt,
  closed: row.closed,
  ...(row.nextUpdateAt === null || row.closed ? {} : { nextUpdateAt: row.nextUpdateAt }),
  ...postmortemOf(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  updates: updatesOf(updates),
  components: touchedOf(components),
});

export const toMaintenanceFact = ({
  row,
  updates,
  components,
  rule = null,
  foreignId,
}: RowWithChildren<typeof maintenanceTable.$inferSelect> & { rule?: string | null }): MaintenanceFact => ({
  id: row.id,
  ...foreignIdOf(foreignId),
  title: row.title,
  html: row.bodyHtml,
  text: row.bodyText,
  status: row.status,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  verifyingAt: row.verifyingAt,
  completedAt: row.completedAt,
  dueAt: row.dueAt,
  ...(row.seriesId === null || rule === null ? {} : { series: { id: row.seriesId, rule } }),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  updates: updatesOf(updates),
  components: touchedOf(components),
});
