import { correction } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { correctionFacts } from "./correction-facts";
import { correctionById, stretchOf } from "./queries/correction";

interface Target {
  pageId: string;
  id: string;
}

/** The lookup of a correction to undo, with the facts for the timeline of its period. */
export const correctionAccess = {
  role: "admin",
  subject: "correction",
  table: correction,
  row: (ctx: Ctx, { pageId, id }: Target) => correctionById(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: Target) => correctionFacts(ctx, pageId, stretchOf(pageId, id)),
} as const;
