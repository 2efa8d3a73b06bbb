import type { Outbound } from "~/platform/outbound";
import type { AnyMailerAdapter } from "../contract/contract";
import * as registry from "./registry";

export const mailerAdapters: readonly AnyMailerAdapter[] = Object.values(registry).toSorted((one, other) =>
  one.title.localeCompare(other.title, "en"),
);

/** Returns the kind's adapter; null for a kind that this version does not know. */
export const mailerAdapterOf = (kind: string): AnyMailerAdapter | null =>
  mailerAdapters.find((each) => each.kind === kind) ?? null;

/** Returns true when the deployment has what the kind needs. */
export const isMailerOffered = ({ needs }: AnyMailerAdapter, { email }: Outbound): boolean =>
  needs !== "email" || email !== undefined;
