import { template } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { templateById } from "./queries/template";

/** A template, as its changes find it. */
export const oneTemplate = {
  role: "admin",
  subject: "template",
  table: template,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => templateById(ctx, pageId, id),
} as const;
