import type { Ctx } from "~/platform/ctx";
import { providerById } from "./queries/provider";
import { viewOf } from "./view";

/** Definition of a provider for the commands that change it. */
export const oneProvider = {
  role: "operator",
  subject: "provider",
  row: (ctx: Ctx, { id }: { id: string }) => providerById(ctx, id),
  show: viewOf,
} as const;
