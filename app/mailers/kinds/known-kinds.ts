import type { Outbound } from "~/platform/outbound";
import type { AnyMailer } from "../contract/contract";
import * as registry from "./registry";

export const mailers: readonly AnyMailer[] = Object.values(registry).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const mailerOf = (kind: string): AnyMailer | null => mailers.find((each) => each.kind === kind) ?? null;

/** Returns true when the deployment has what the kind needs. */
export const isOffered = ({ needs }: AnyMailer, { email }: Outbound): boolean =>
  needs !== "email" || email !== undefined;
