import type { AnyMonitorKind } from "./contract";
import * as registry from "./registry";

export const monitorKinds: readonly AnyMonitorKind[] = Object.values(registry);

/** The kind's adapter; null for a kind that this version does not know. */
export const monitorKindOf = (kind: string): AnyMonitorKind | null =>
  monitorKinds.find((each) => each.kind === kind) ?? null;
