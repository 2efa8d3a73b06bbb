import { readOnPage } from "~/change/read-permitted";
import type { componentGroupTable, componentTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { FieldValues } from "~/fields/fields";
import { incidentLayerByComponent } from "~/incidents/rules/incident";
import { maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import {
  effectiveStatus,
  type Status,
  type StatusByLayer,
  toCoverageStatus,
  toStatus,
  toStatusOrNull,
} from "~/status/status";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import {
  componentGroupsOfPageQuery,
  incidentComponentStatusesQuery,
  maintenanceComponentStatusesQuery,
} from "./queries/component";
import type { componentFields } from "./rules/fields";
import { visibilityRuleOf } from "./rules/stored-visibility";

/** A component's settings, position and status by layer. `startDate` is a day in the page's time zone. */
export interface ComponentView extends FieldValues<typeof componentFields> {
  id: string;
  position: number;
  manualReason: string | null;
  manualUntil: number | null;
  /**
   * End of its mute, in ms; may lie in the past. Until then nobody is notified, and no incident opens for this
   * component alone.
   */
  mutedUntil: number | null;
  layers: StatusByLayer;
  /** The last observed status that was not `no_data`. */
  observedBefore: Status;
  /** True when a person chose how the component is kept; false when nobody did, or when an upgrade assumed it. */
  keptAnswered: boolean;
  effective: Status;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export type ComponentGroupView = Omit<typeof componentGroupTable.$inferSelect, "pageId">;

export interface ComponentsView {
  groups: ComponentGroupView[];
  /** Components in the order shown; archived components are left out. */
  components: ComponentView[];
}

type ComponentStatusPair = { componentId: string; status: string }[];
type StoredComponent = typeof componentTable.$inferSelect;

const givenBy = (rows: ComponentStatusPair) => [
  { components: rows.map((each) => ({ ...each, status: toStatus(each.status) })) },
];

/** Returns a reader of a component's layers, which includes open incidents and maintenance in progress. */
export function makeComponentLayersReader(incidents: ComponentStatusPair, maintenances: ComponentStatusPair) {
  const [byIncident, byMaintenance] = [
    incidentLayerByComponent(givenBy(incidents)),
    maintenanceLayerByComponent(givenBy(maintenances)),
  ];
  return (row: Pick<StoredComponent, "id" | "manualStatus" | "observedStatus" | "coverage">): StatusByLayer => ({
    manual: toStatusOrNull(row.manualStatus),
    observed: toStatus(row.observedStatus),
    incident: byIncident.get(row.id) ?? null,
    maintenance: byMaintenance.get(row.id) ?? null,
    coverage: toCoverageStatus(row.coverage),
  });
}

function viewOf(row: StoredComponent, layers: StatusByLayer): ComponentView {
  const { manualStatus, observedStatus, observedSince, observedBefore, archivedAt, pageId, coverage: _, ...rest } = row;
  return {
    ...rest,
    shownWhen: visibilityRuleOf(row.shownWhen),
    observedBefore: toStatus(observedBefore),
    layers,
    effective: effectiveStatus(layers),
  };
}

/**
 * Returns the queries for the status of each component by layer: 4 statements. Callers add `queries` to their batch and
 * read the results with `view`.
 */
export const componentStatusQueries = (ctx: Ctx, pageId: string) =>
  [
    componentGroupsOfPageQuery(ctx, pageId),
    activeComponentsOfPageQuery(ctx, pageId),
    incidentComponentStatusesQuery(ctx, pageId),
    maintenanceComponentStatusesQuery(ctx, pageId),
  ] as const;

export function componentsViewOf(
  groups: (typeof componentGroupTable.$inferSelect)[],
  components: StoredComponent[],
  incidents: ComponentStatusPair,
  maintenances: ComponentStatusPair,
): ComponentsView {
  const layers = makeComponentLayersReader(incidents, maintenances);
  const views = components.map((row) => viewOf(row, layers(row)));
  return { groups: groups.map(({ pageId: _, ...group }) => group), components: views };
}

export const listComponents = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentsView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, componentStatusQueries(ctx, pageId), (rows) =>
    ok(componentsViewOf(...rows)),
  );

/** A component that can be picked, with its group's name; "" outside all groups. */
export interface NamedComponent {
  id: string;
  name: string;
  group: string;
  /** The worst status that its alerts give; null when there is no problem. */
  observed: Status | null;
}

interface GroupedComponents {
  groups: readonly { id: string; name: string }[];
  components: readonly ({ id: string; name: string; groupId: string | null } & ObservedState)[];
}

/** A component either as stored or as read. */
type ObservedState = { observedStatus: string } | { layers: StatusByLayer };

const badIn = (seen: ObservedState): Status | null => {
  const status = "layers" in seen ? seen.layers.observed : toStatus(seen.observedStatus);
  return status === "operational" || status === "no_data" ? null : status;
};

/** Returns the components outside all groups first, then those of each group, in the order that visitors see. */
export const groupedComponentNames = ({ groups, components }: GroupedComponents): NamedComponent[] =>
  [{ id: null, name: "" }, ...groups].flatMap(({ id: groupId, name: group }) =>
    components.flatMap((each) =>
      each.groupId === groupId ? [{ id: each.id, name: each.name, group, observed: badIn(each) }] : [],
    ),
  );
