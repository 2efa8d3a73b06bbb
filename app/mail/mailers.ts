import type { AnyMailer } from "./contract";
import * as registry from "./registry";

export const mailers: readonly AnyMailer[] = Object.values(registry);

/** The kind's adapter; null for a kind that this version does not know. */
export const mailerOf = (kind: string): AnyMailer | null => mailers.find((each) => each.kind === kind) ?? null;
