import type { AnyChannelAdapter } from "../contract/contract";
import * as registry from "./registry";

export const channelAdapters: readonly AnyChannelAdapter[] = Object.values(registry).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const channelAdapterOf = (kind: string): AnyChannelAdapter | null =>
  channelAdapters.find((each) => each.kind === kind) ?? null;
