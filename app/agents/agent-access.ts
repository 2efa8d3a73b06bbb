import { source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { agentById } from "./queries/agent";

type AgentByIdRow = Awaited<ReturnType<typeof agentById>>[number];

/** Lookup of an agent for its changes; the version of its source guards it. */
export const agentAccess = {
  role: "admin",
  subject: "agent",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => agentById(ctx, pageId, id),
  show: ({ id, name, every, version }: AgentByIdRow) => ({ id, name, every, version }),
} as const;
