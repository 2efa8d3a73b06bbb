import type { AnyChannel } from "../contract/contract";
import * as registry from "./registry";

export const channels: readonly AnyChannel[] = Object.values(registry).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const channelOf = (kind: string): AnyChannel | null => channels.find((each) => each.kind === kind) ?? null;
