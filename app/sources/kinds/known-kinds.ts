import type { AnySource } from "../contract/contract";
import * as registry from "./registry";

export const sources: readonly AnySource[] = Object.values(registry);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const sourceOf = (kind: string): AnySource | null => sources.find((each) => each.kind === kind) ?? null;
