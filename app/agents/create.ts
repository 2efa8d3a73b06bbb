import type { ChangeResult } from "~/change/change-result";
import { makeOne } from "~/change/create-one";
import { agent } from "~/db/schema";
import { insertRows } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { newUuidAddress } from "~/heartbeats/address";
import { heartbeatRows } from "~/heartbeats/create";
import { createHeartbeatInput } from "~/heartbeats/rules/input";
import type { Ctx } from "~/platform/ctx";
import { agentsOf, roomForAgent } from "./queries/agent";
import { type CreateAgentInput, createAgentInput, type NewAgent } from "./rules/input";
import { beatOf } from "./rules/report";

export const maxAgents = 50;

/** Prepares an agent that cannot authenticate until its secret is created; the secret is shown once. */
async function making(ctx: Ctx, { pageId, name, every = 5 }: NewAgent) {
  const input = createHeartbeatInput.parse({ pageId, name, ...beatOf(every) });
  return ok({ input, address: await newUuidAddress(ctx), settingsSealed: await ctx.secrets.seal("{}") });
}

/** Creates an agent with the heartbeat that notices its silence. Failures: invalid (the page’s limit). */
export async function createAgent(ctx: Ctx, given: CreateAgentInput): Promise<Result<ChangeResult>> {
  const manner = {
    role: "admin" as const,
    subject: "agent",
    input: createAgentInput,
    settles: true,
    prepare: making,
    facts: (_: Ctx, { pageId }: NewAgent) => ({ agents: agentsOf(ctx, pageId) }),
  };
  const done = await makeOne(ctx, manner, given, ({ id, made, agents, input: { pageId, name, every = 5 } }) => {
    if (agents.length >= maxAgents) return invalid("name", refusalFor("agent.limit", { most: maxAgents }), "limit");
    const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
    return ok({
      action: "agent.create",
      guards: [roomForAgent(pageId, maxAgents)],
      changes: [...heartbeatRows(ctx, id, made), ...insertRows(agent, [{ id, pageId, every, ...times }])],
      after: { name, every },
    });
  });
  return done.ok ? ok({ id: done.value.id }) : done;
}
