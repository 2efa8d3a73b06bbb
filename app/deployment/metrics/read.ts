import { personIdOfActor } from "~/access/actor";
import { rulesWithComponentFlagQuery, unassignedAlertCandidatesQuery } from "~/alerts/queries/unassigned-candidates";
import { groupUnassignedAlerts } from "~/alerts/rules/unassigned-groups";
import { readBatch } from "~/db/read";
import { ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { incidentLayerByComponent } from "~/incidents/rules/incident";
import { maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import { effectiveStatus, toCoverageStatus, toStatus, toStatusOrNull } from "~/status/status";
import { deploymentTickStampQuery } from "../queries/deployment";
import {
  componentsForMetricsQuery,
  heartbeatsForMetricsQuery,
  pageIdsOfPersonSql,
  pagesForMetricsQuery,
  shardsForMetricsQuery,
} from "../queries/metrics";
import type { MetricsSnapshot, PageMetricsFacts } from "./rules/metric-families";

type PageRow = Awaited<ReturnType<typeof pagesForMetricsQuery>>[number];
type ComponentRow = Awaited<ReturnType<typeof componentsForMetricsQuery>>[number];

function givenBy(text: string) {
  const rows = JSON.parse(text) as { componentId: string; status: string }[];
  return [{ components: rows.map((each) => ({ ...each, status: toStatus(each.status) })) }];
}

/** While work for the page is overdue, the observed status is unknown. */
function componentsOf({ byIncident, byMaintenance, behindSince }: PageRow, rows: readonly ComponentRow[]) {
  const [incident, maintenance] = [
    incidentLayerByComponent(givenBy(byIncident)),
    maintenanceLayerByComponent(givenBy(byMaintenance)),
  ];
  return rows.map(({ id, name, manualStatus, observedStatus, coverage }) => ({
    id,
    name,
    status: effectiveStatus({
      manual: toStatusOrNull(manualStatus),
      observed: behindSince === null ? toStatus(observedStatus) : "no_data",
      incident: incident.get(id) ?? null,
      maintenance: maintenance.get(id) ?? null,
      coverage: toCoverageStatus(coverage),
    }),
  }));
}

const byPage = <Row extends { pageId: string }>(rows: readonly Row[]): ((pageId: string) => Row[]) => {
  const known = Map.groupBy(rows, ({ pageId }) => pageId);
  return (pageId) => known.get(pageId) ?? [];
};

type PageRows = Awaited<ReturnType<typeof pagesForMetricsQuery>>;

/** Reads alerts that may reach no component, and only when an alert fires. */
async function unassignedOf(ctx: Ctx, personId: string, rows: PageRows) {
  const fires = rows.some(({ firing }) => JSON.parse(firing).length > 0);
  if (!fires) return { candidates: [], rules: [] };
  const pages = pageIdsOfPersonSql(personId);
  const [candidates, rules] = await readBatch(
    ctx,
    unassignedAlertCandidatesQuery(ctx, pages),
    rulesWithComponentFlagQuery(ctx, pages),
  );
  return { candidates, rules };
}

/**
 * Reads the current state of the pages of which the actor is a member, for monitoring programs. Takes five statements,
 * two more if an alert fires; a shard of monitors is one row. Failures: unauthenticated.
 */
export async function readMetricsOfPages(ctx: Ctx): Promise<Result<MetricsSnapshot>> {
  const personId = personIdOfActor(ctx.actor);
  if (personId === null) return unauthenticatedFailure;
  const [stamps, pages, shards, heartbeats, components] = await readBatch(
    ctx,
    deploymentTickStampQuery(ctx),
    pagesForMetricsQuery(ctx, personId, ctx.now()),
    shardsForMetricsQuery(ctx, personId),
    heartbeatsForMetricsQuery(ctx, personId),
    componentsForMetricsQuery(ctx, personId),
  );
  const { candidates, rules } = await unassignedOf(ctx, personId, pages);
  const [shardsOf, heartbeatsOf, rowsOf] = [byPage(shards), byPage(heartbeats), byPage(components)];
  const candidatesOf = byPage(candidates);
  const measured = pages.map((row): PageMetricsFacts => {
    const { id, byIncident, byMaintenance, firing, ...counts } = row;
    return {
      ...counts,
      monitors: shardsOf(id).flatMap(({ plan, states }) =>
        plan.map((planned) => ({ planned, state: states[planned.id] })),
      ),
      heartbeats: heartbeatsOf(id).map((each) => ({ ...each, state: each.state })),
      components: componentsOf(row, rowsOf(id)),
      firing: JSON.parse(firing) as PageMetricsFacts["firing"],
      unassigned: groupUnassignedAlerts(candidatesOf(id), rules),
    };
  });
  return ok({ now: ctx.now(), tickAt: stamps[0]?.tickAt ?? 0, pages: measured });
}
