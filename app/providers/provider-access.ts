import type { Ctx } from "~/platform/ctx";
import { viewOf } from "./provider-view";
import { providerById } from "./queries/provider";

/** Definition of a provider for the commands that change it. */
export const providerAccess = {
  role: "operator",
  subject: "provider",
  row: (ctx: Ctx, { id }: { id: string }) => providerById(ctx, id),
  show: viewOf,
} as const;
