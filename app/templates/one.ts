import { template } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { templateById } from "./queries/template";

/** The lookup of a template for its changes. */
export const oneTemplate = {
  role: "admin",
  subject: "template",
  table: template,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => templateById(ctx, pageId, id),
} as const;
