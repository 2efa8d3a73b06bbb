import type { AnySourceAdapter } from "../contract/contract";
import * as registry from "./registry";

export const sourceAdapters: readonly AnySourceAdapter[] = Object.values(registry);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const sourceAdapterOf = (kind: string): AnySourceAdapter | null =>
  sourceAdapters.find((each) => each.kind === kind) ?? null;
