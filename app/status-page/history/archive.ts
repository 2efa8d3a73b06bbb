import { readBatch } from "~/db/read";
import { goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { readReplicaOrOverloaded } from "../answer-or-overloaded";
import type { ArchivePageRevision } from "../near-archive";
import {
  type ArchiveRange,
  allComponentNamesOfPageQuery,
  archiveIncidentByIdQuery,
  archiveMaintenanceByIdQuery,
  firstEventTimeQuery,
  incidentsIntoRangeQuery,
  maintenancesInRangeQuery,
  maintenancesIntoRangeQuery,
  pastMaintenancesOfComponentQuery,
  publicIncidentsOfComponentQuery,
  publishedIncidentsInRangeQuery,
} from "../queries/archive";
import { toMaintenanceFact, toSnapshotIncidentFact } from "../queries/row-facts";
import { maintenanceOverAt } from "../rules/maintenance-end";
import type { SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";
import { snapshotIncidentOf, snapshotMaintenanceOf } from "../rules/snapshot-events";

const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

/**
 * Reads one published incident, however old. Fails with `gone` when it was withdrawn, `missing` while it is a draft.
 */
export function readArchivedIncident(
  ctx: Ctx,
  beside: ArchivePageRevision,
  id: string,
): Promise<Result<SnapshotIncident>> {
  const pageId = beside.page.id;
  return readReplicaOrOverloaded(ctx, beside, async (archive) => {
    const [[found], names] = await readBatch(
      archive,
      archiveIncidentByIdQuery(archive, pageId, id),
      allComponentNamesOfPageQuery(archive, pageId),
    );
    if (found?.row.visibility === "withdrawn") return goneFailure;
    if (found?.row.visibility !== "published") return missingFailure;
    return ok(snapshotIncidentOf(toSnapshotIncidentFact(found), namesOf(names)));
  });
}

export function readArchivedMaintenance(
  ctx: Ctx,
  beside: ArchivePageRevision,
  id: string,
): Promise<Result<SnapshotMaintenance>> {
  const pageId = beside.page.id;
  return readReplicaOrOverloaded(ctx, beside, async (archive) => {
    const [[found], names] = await readBatch(
      archive,
      archiveMaintenanceByIdQuery(archive, pageId, id),
      allComponentNamesOfPageQuery(archive, pageId),
    );
    return found ? ok(snapshotMaintenanceOf(toMaintenanceFact(found), namesOf(names))) : missingFailure;
  });
}

/** Maximum number of incidents, and of past maintenance windows, on a component's page. */
export const maxEventsPerComponent = 50;

export interface ArchivedComponentEvents {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
}

/**
 * Reads the newest published incidents that named the component and the newest past maintenance, each at most
 * `maxEventsPerComponent`. 3 statements.
 */
export function readArchivedEventsOfComponent(
  ctx: Ctx,
  beside: ArchivePageRevision,
  id: string,
): Promise<Result<ArchivedComponentEvents>> {
  const pageId = beside.page.id;
  return readReplicaOrOverloaded(ctx, beside, async (archive) => {
    const [incidents, works, names] = await readBatch(
      archive,
      publicIncidentsOfComponentQuery(archive, pageId, id, maxEventsPerComponent),
      pastMaintenancesOfComponentQuery(archive, pageId, id, maxEventsPerComponent),
      allComponentNamesOfPageQuery(archive, pageId),
    );
    const known = namesOf(names);
    return ok({
      incidents: incidents.map((each) => snapshotIncidentOf(toSnapshotIncidentFact(each), known)),
      maintenances: works.map((each) => snapshotMaintenanceOf(toMaintenanceFact(each), known)),
    });
  });
}

export interface ArchivedPageEvents {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  /** Time of the page's first incident or maintenance, ms; null = none yet. */
  firstAt: number | null;
}

/**
 * Reads the incidents and maintenance windows that overlap a period: the newest published ones, up to the requested
 * number, followed by those that had started earlier. 5 statements.
 */
export function readArchivedEventsOfPage(
  ctx: Ctx,
  beside: ArchivePageRevision,
  stretch: ArchiveRange,
): Promise<Result<ArchivedPageEvents>> {
  const pageId = beside.page.id;
  const lasted = (each: SnapshotMaintenance) => (maintenanceOverAt(each) ?? stretch.to) > stretch.from;
  return readReplicaOrOverloaded(ctx, beside, async (archive) => {
    const [incidents, works, olderIncidents, olderWorks, [first]] = await readBatch(
      archive,
      publishedIncidentsInRangeQuery(archive, pageId, stretch),
      maintenancesInRangeQuery(archive, pageId, stretch),
      incidentsIntoRangeQuery(archive, pageId, stretch),
      maintenancesIntoRangeQuery(archive, pageId, stretch),
      firstEventTimeQuery(archive, pageId),
    );
    const known = namesOf(JSON.parse(first?.names ?? "[]"));
    const told = (each: (typeof works)[number]) => snapshotMaintenanceOf(toMaintenanceFact(each), known);
    return ok({
      incidents: [...incidents, ...olderIncidents].map((each) =>
        snapshotIncidentOf(toSnapshotIncidentFact(each), known),
      ),
      maintenances: [...works.map(told), ...olderWorks.map(told).filter(lasted)],
      firstAt: first?.at ?? null,
    });
  });
}
