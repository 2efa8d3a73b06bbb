import { providerById } from "~/db/queries/provider";
import type { Ctx } from "~/platform/ctx";
import { viewOf } from "./view";

/** A provider, as its changes find it. */
export const oneProvider = {
  role: "operator",
  subject: "provider",
  row: (ctx: Ctx, { id }: { id: string }) => providerById(ctx, id),
  show: viewOf,
} as const;
