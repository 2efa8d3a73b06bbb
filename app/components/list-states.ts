import { permitRole } from "~/access/permission";
import { type QueryRows, readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { effectiveStatus, type Status, type StatusByLayer } from "~/status/status";
import { componentLayersBy } from "./list";
import {
  archivedComponentsOfPage,
  componentGroupsOfPage,
  componentStatesOfPage,
  componentStatusesOfIncidents,
  componentStatusesOfMaintenance,
} from "./queries/component";

/** A component with its status by layer, and its position. */
export interface ComponentState {
  id: string;
  name: string;
  groupId: string | null;
  layers: StatusByLayer;
  effective: Status;
  /** End of its mute, during which nobody is notified; may lie in the past. */
  mutedUntil: number | null;
  version: number;
}

export interface ArchivedComponent {
  id: string;
  name: string;
  archivedAt: number;
  version: number;
}

export interface ComponentStates {
  groups: { id: string; name: string; version: number }[];
  /** Components in the order shown. */
  components: ComponentState[];
  /** Archived components, the last archived first. */
  archived: ArchivedComponent[];
}

/** Returns the states, for a caller that has read them in a batch of its own. */
export function componentStatesView(
  rows: QueryRows<ReturnType<typeof componentStatesOfPage>>,
  layersOf: ReturnType<typeof componentLayersBy>,
): ComponentState[] {
  return rows.map((row) => {
    const { id, name, groupId, mutedUntil, version } = row;
    const layers = layersOf(row);
    return { id, name, groupId, mutedUntil, version, layers, effective: effectiveStatus(layers) };
  });
}

/** Lists the components of a page by group, and the archived ones. One round trip of 5 statements. */
export async function listComponentStates(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentStates>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [groups, states, archived, incidents, maintenances] = await readBatch(
    ctx,
    componentGroupsOfPage(ctx, pageId),
    componentStatesOfPage(ctx, pageId),
    archivedComponentsOfPage(ctx, pageId),
    componentStatusesOfIncidents(ctx, pageId),
    componentStatusesOfMaintenance(ctx, pageId),
  );
  return ok({
    groups: groups.map(({ id, name, version }) => ({ id, name, version })),
    components: componentStatesView(states, componentLayersBy(incidents, maintenances)),
    archived: archived.map(({ id, name, archivedAt, version }) => ({
      id,
      name,
      archivedAt: archivedAt ?? 0,
      version,
    })),
  });
}
