import { correction } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { correctionFacts } from "./facts";
import { correctionById, stretchOf } from "./queries/correction";

interface Target {
  pageId: string;
  id: string;
}

/** A correction, as its undoing finds it: with what the timeline of its stretch is made of. */
export const oneCorrection = {
  role: "admin",
  subject: "correction",
  table: correction,
  row: (ctx: Ctx, { pageId, id }: Target) => correctionById(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: Target) => correctionFacts(ctx, pageId, stretchOf(pageId, id)),
} as const;
