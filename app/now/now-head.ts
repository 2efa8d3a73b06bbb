import type { ComponentState } from "~/components/list-states";
import { parseIncidentComponents } from "~/incidents/queries/incident";
import type { MaintenanceView } from "~/maintenances/verbs";
import { effectiveStatus, isUnmonitoredNow, type Status, toImpact } from "~/status/status";
import {
  hideOutdatedState,
  type OpenIncident,
  type PageStateWithLetter,
  pageStateOf,
} from "~/status-page/rules/head-state";
import { areAllUnmonitored, type MonitoredState, visibleBanner } from "~/status-page/rules/monitored-state";
import type { SnapshotMaintenance } from "~/status-page/rules/snapshot-document";
import { type openIncidentsOfPageQuery, parseLastUpdate } from "./queries/now";

type UnclosedIncident = Awaited<ReturnType<typeof openIncidentsOfPageQuery>>[number];

interface PageHeadFacts {
  components: readonly ComponentState[];
  found: readonly UnclosedIncident[];
  works: readonly Pick<MaintenanceView, "status">[];
  /** True when checks have stopped, so that observed statuses are unknown. */
  checksStopped: boolean;
}

type NamedMonitorState = MonitoredState & { name: string };

function seenOf({ name, layers, effective: now }: ComponentState, checksStopped: boolean): NamedMonitorState {
  const isUnseen = checksStopped && layers.coverage === null;
  const status: Status = isUnseen ? effectiveStatus({ ...layers, observed: "no_data" }) : now;
  return isUnmonitoredNow(layers) ? { name, status, unmonitored: true } : { name, status };
}

function openOf({ row, components, told }: UnclosedIncident, names: ReadonlyMap<string, string>): OpenIncident {
  const { impact, impactOverride, startedAt } = row;
  return {
    impact: toImpact(impact),
    impactOverride: impactOverride === null ? null : toImpact(impactOverride),
    startedAt,
    components: parseIncidentComponents(components).flatMap(({ componentId }) => {
      const name = names.get(componentId);
      return name === undefined ? [] : [{ name }];
    }),
    updates: parseLastUpdate(told).changes.map((changes) => ({ changes })),
  };
}

/** Returns the state of the whole page from what is in the database now, as the page itself would show it. */
export function currentPageHead({ components, found, works, checksStopped }: PageHeadFacts): PageStateWithLetter {
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const seen = components.map((each) => seenOf(each, checksStopped));
  const incidents = found.filter(({ row }) => row.visibility === "published").map((each) => openOf(each, names));
  const banner = visibleBanner(
    seen,
    incidents.map((each) => ({ ...each, componentCount: each.components.length })),
  );
  const head = pageStateOf({
    components: seen,
    banner,
    unmonitored: areAllUnmonitored(seen) ? true : undefined,
    incidents,
    maintenances: works.map(({ status }) => ({ status: status as SnapshotMaintenance["status"] })),
  });
  return hideOutdatedState(head, { outdated: checksStopped, stale: false });
}
