import { read } from "~/db/read";
import { goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { answerFromNearby } from "../answer-or-overloaded";
import type { ArchiveSnapshot } from "../near-archive";
import {
  type ArchiveRange,
  archivedIncident,
  archivedMaintenance,
  componentNames,
  firstEventAt,
  incidentsInto,
  incidentsOfComponent,
  maintenancesIn,
  maintenancesInto,
  pastMaintenancesOfComponent,
  publishedIncidents,
} from "../queries/archive";
import { toIncident, toMaintenance } from "../queries/row-facts";
import { maintenanceOverAt } from "../rules/maintenance-end";
import { incidentOf, maintenanceOf } from "../rules/snapshot";
import type { SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";

const namesOf = (rows: readonly { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));

/**
 * Reads one published incident, however old. Fails with `gone` when it was withdrawn, `missing` while it is a draft.
 */
export function archivedIncidentOf(ctx: Ctx, beside: ArchiveSnapshot, id: string): Promise<Result<SnapshotIncident>> {
  const pageId = beside.page.id;
  return answerFromNearby(ctx, beside, async (archive) => {
    const [[found], names] = await read(
      archive,
      archivedIncident(archive, pageId, id),
      componentNames(archive, pageId),
    );
    if (found?.row.visibility === "withdrawn") return goneFailure;
    if (found?.row.visibility !== "published") return missingFailure;
    return ok(incidentOf(toIncident(found), namesOf(names)));
  });
}

export function archivedMaintenanceOf(
  ctx: Ctx,
  beside: ArchiveSnapshot,
  id: string,
): Promise<Result<SnapshotMaintenance>> {
  const pageId = beside.page.id;
  return answerFromNearby(ctx, beside, async (archive) => {
    const [[found], names] = await read(
      archive,
      archivedMaintenance(archive, pageId, id),
      componentNames(archive, pageId),
    );
    return found ? ok(maintenanceOf(toMaintenance(found), namesOf(names))) : missingFailure;
  });
}

/** Number of incidents that a component's page lists, and of past maintenance windows. */
export const maxEventsPerComponent = 50;

export interface ComponentArchive {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
}

/**
 * Reads the newest published incidents that named the component and the newest past maintenance, each at most
 * `maxEventsPerComponent`. 3 statements.
 */
export function archiveOfComponent(ctx: Ctx, beside: ArchiveSnapshot, id: string): Promise<Result<ComponentArchive>> {
  const pageId = beside.page.id;
  return answerFromNearby(ctx, beside, async (archive) => {
    const [incidents, works, names] = await read(
      archive,
      incidentsOfComponent(archive, pageId, id, maxEventsPerComponent),
      pastMaintenancesOfComponent(archive, pageId, id, maxEventsPerComponent),
      componentNames(archive, pageId),
    );
    const known = namesOf(names);
    return ok({
      incidents: incidents.map((each) => incidentOf(toIncident(each), known)),
      maintenances: works.map((each) => maintenanceOf(toMaintenance(each), known)),
    });
  });
}

export interface PageArchive {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  /** Time of the page's first incident or maintenance, ms; null = none yet. */
  firstAt: number | null;
}

/**
 * Reads the incidents and maintenance that overlap a stretch of time: the newest published ones, as many as asked for,
 * followed by those that had started before it. 5 statements.
 */
export function archiveIn(ctx: Ctx, beside: ArchiveSnapshot, stretch: ArchiveRange): Promise<Result<PageArchive>> {
  const pageId = beside.page.id;
  const lasted = (each: SnapshotMaintenance) => (maintenanceOverAt(each) ?? stretch.to) > stretch.from;
  return answerFromNearby(ctx, beside, async (archive) => {
    const [incidents, works, olderIncidents, olderWorks, [first]] = await read(
      archive,
      publishedIncidents(archive, pageId, stretch),
      maintenancesIn(archive, pageId, stretch),
      incidentsInto(archive, pageId, stretch),
      maintenancesInto(archive, pageId, stretch),
      firstEventAt(archive, pageId),
    );
    const known = namesOf(JSON.parse(first?.names ?? "[]"));
    const told = (each: (typeof works)[number]) => maintenanceOf(toMaintenance(each), known);
    return ok({
      incidents: [...incidents, ...olderIncidents].map((each) => incidentOf(toIncident(each), known)),
      maintenances: [...works.map(told), ...olderWorks.map(told).filter(lasted)],
      firstAt: first?.at ?? null,
    });
  });
}
