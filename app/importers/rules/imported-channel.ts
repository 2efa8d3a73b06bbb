import type { Refusal } from "~/failures/refusal";

/** The reason for which a channel of an import is off; the import's take-over looks for it. */
export const importedChannelReason = "channel.imported" satisfies Refusal;
