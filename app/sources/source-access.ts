import { source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { viewOf } from "./list";
import { sourceById } from "./queries/source";

/** Lookup of a source for its changes. */
export const sourceAccess = {
  role: "admin",
  subject: "source",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => sourceById(ctx, pageId, id),
  show: viewOf,
} as const;
