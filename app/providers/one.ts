import type { Ctx } from "~/platform/ctx";
import { providerById } from "./queries/provider";
import { viewOf } from "./view";

/** A provider, as its changes find it. */
export const oneProvider = {
  role: "operator",
  subject: "provider",
  row: (ctx: Ctx, { id }: { id: string }) => providerById(ctx, id),
  show: viewOf,
} as const;
