import { page } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type PageRow, pageById } from "./queries/page";
import { viewOf } from "./read";

export type { PageRow };

/** The page itself, as its changes find it. */
export const onePage = {
  subject: "page",
  table: page,
  row: (ctx: Ctx, { pageId }: { pageId: string }) => pageById(ctx, pageId),
  show: viewOf,
} as const;
