import type { QueryRows } from "~/db/read";
import { effectiveStatus, type Status, type StatusByLayer } from "~/status/status";
import type { makeComponentLayersReader } from "./list";
import type { componentStatesOfPageQuery } from "./queries/component";

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

/** Returns the states, for a caller that has read them in a batch of its own. */
export function componentStatesView(
  rows: QueryRows<ReturnType<typeof componentStatesOfPageQuery>>,
  layersOf: ReturnType<typeof makeComponentLayersReader>,
): ComponentState[] {
  return rows.map((row) => {
    const { id, name, groupId, mutedUntil, version } = row;
    const layers = layersOf(row);
    return { id, name, groupId, mutedUntil, version, layers, effective: effectiveStatus(layers) };
  });
}
