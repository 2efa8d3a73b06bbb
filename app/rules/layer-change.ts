import type { ChangeFact } from "./snapshot-facts";
import type { Layer, Status } from "./status";

/** The rows to append where a layer says something else after than before; `at` = true time, `recordedAt` = known. */
export function layerChanges(
  layer: Layer,
  before: ReadonlyMap<string, Status>,
  after: ReadonlyMap<string, Status>,
  at: number,
  recordedAt: number,
): ChangeFact[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((componentId) => {
    const from = before.get(componentId) ?? null;
    const to = after.get(componentId) ?? null;
    return from === to ? [] : [{ componentId, layer, from, to, at, recordedAt }];
  });
}
