import { page } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type PageRow, pageById } from "./queries/page";
import { viewOf } from "./read";

export type { PageRow };

/** The lookup of the page itself for its changes. */
export const pageAccess = {
  subject: "page",
  table: page,
  row: (ctx: Ctx, { pageId }: { pageId: string }) => pageById(ctx, pageId),
  show: viewOf,
} as const;
