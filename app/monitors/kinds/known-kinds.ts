import type { AnyMonitorKind } from "../contract/contract";
import * as registry from "./registry";

export const monitorKinds: readonly AnyMonitorKind[] = Object.values(registry).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const monitorKindOf = (kind: string): AnyMonitorKind | null =>
  monitorKinds.find((each) => each.kind === kind) ?? null;
