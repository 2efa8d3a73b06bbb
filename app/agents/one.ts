import { source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { agentById } from "./queries/agent";

type Row = Awaited<ReturnType<typeof agentById>>[number];

/** Lookup of an agent for its changes; the version of its source guards it. */
export const oneAgent = {
  role: "admin",
  subject: "agent",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => agentById(ctx, pageId, id),
  show: ({ id, name, every, version }: Row) => ({ id, name, every, version }),
} as const;
