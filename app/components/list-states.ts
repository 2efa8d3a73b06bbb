import { permit } from "~/access/permission";
import { type QueryRows, read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { effective, type Layers, type Status } from "~/status/status";
import { layersBy } from "./list";
import {
  archivedComponents,
  componentStates,
  groupsOf,
  incidentStatuses,
  maintenanceStatuses,
} from "./queries/component";

/** A component with its status by layer, and its position. */
export interface ComponentState {
  id: string;
  name: string;
  groupId: string | null;
  layers: Layers;
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
export function statesView(
  rows: QueryRows<ReturnType<typeof componentStates>>,
  layersOf: ReturnType<typeof layersBy>,
): ComponentState[] {
  return rows.map((row) => {
    const { id, name, groupId, mutedUntil, version } = row;
    const layers = layersOf(row);
    return { id, name, groupId, mutedUntil, version, layers, effective: effective(layers) };
  });
}

/** Lists the components of a page by group, and the archived ones. One round trip of 5 statements. */
export async function listStates(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentStates>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [groups, states, archived, incidents, maintenances] = await read(
    ctx,
    groupsOf(ctx, pageId),
    componentStates(ctx, pageId),
    archivedComponents(ctx, pageId),
    incidentStatuses(ctx, pageId),
    maintenanceStatuses(ctx, pageId),
  );
  return ok({
    groups: groups.map(({ id, name, version }) => ({ id, name, version })),
    components: statesView(states, layersBy(incidents, maintenances)),
    archived: archived.map(({ id, name, archivedAt, version }) => ({
      id,
      name,
      archivedAt: archivedAt ?? 0,
      version,
    })),
  });
}
