import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { makeOne } from "~/change/create-one";
import { differences, present } from "~/change/differences";
import { readOnPage } from "~/change/read-permitted";
import { read } from "~/db/read";
import { agent, heartbeat, source } from "~/db/schema";
import { deleteRows, insertRows, updateRows } from "~/db/write";
import { fail, invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { newUuidAddress } from "~/heartbeats/address";
import { heartbeatRows } from "~/heartbeats/create";
import { displayState, type HeartbeatDisplay } from "~/heartbeats/rules/heartbeat-deadline";
import { createHeartbeatInput } from "~/heartbeats/rules/input";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { forgetHeartbeats } from "~/monitors/queries/monitor-rows";
import { agentEvery, rebuildPlan, shardsOfAgent } from "~/monitors/queries/shard";
import type { ShownState } from "~/monitors/rules/input";
import type { Ctx } from "~/platform/ctx";
import { agentById, agentsOf, checksNothing, monitorsOfAgent, roomForAgent } from "./queries/agent";
import {
  type AgentTarget,
  agentTarget,
  type CreateAgentInput,
  createAgentInput,
  type NewAgent,
  type UpdateAgentInput,
  updateAgentInput,
} from "./rules/input";
import { beatOf } from "./rules/report";
import { secretOf } from "./secret";

type AgentByIdRow = Awaited<ReturnType<typeof agentById>>[number];

/** Lookup of an agent for its changes; the version of its source guards it. */
const agentAccess = {
  role: "admin",
  subject: "agent",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => agentById(ctx, pageId, id),
  show: ({ id, name, every, version }: AgentByIdRow) => ({ id, name, every, version }),
} as const;

type ListedAgentRow = Awaited<ReturnType<typeof agentsOf>>[number];

export interface AgentRow {
  id: string;
  name: string;
  /** Longest time between its reports, in minutes. */
  every: number;
  /** State of its heartbeat: `new` = it never reported, `down` = it is silent. */
  state: HeartbeatDisplay["state"];
  stateSince: number;
  lastReportAt: number | null;
  program: string;
  /** Difference by which our clock was ahead of its own, in ms. */
  skewMs: number | null;
  /** Instant at which two agents were last seen using its secret. */
  doubledAt: number | null;
  /** Number of monitors that it checks. */
  monitors: number;
  version: number;
}

/** Returns the agent without its secret. `now` is in UTC ms. */
function agentView(row: ListedAgentRow, now: number): AgentRow {
  const { id, name, every, stateSince, lastPingAt, program, skewMs, doubledAt, monitors, version } = row;
  const { state } = displayState(row, now);
  return {
    id,
    name,
    every,
    state,
    stateSince,
    lastReportAt: lastPingAt,
    program,
    skewMs,
    doubledAt,
    monitors,
    version,
  };
}

/** Lists the page’s agents by name. */
export const listAgents = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<AgentRow[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [agentsOf(ctx, pageId)], ([rows]) =>
    ok(rows.map((row) => agentView(row, ctx.now()))),
  );

export interface AgentDetail extends AgentRow {
  /** True when it has a readable secret; without one all its calls are refused. */
  hasSecret: boolean;
  /** Address and program of the last report. */
  from: string | null;
  /** Address to which results are sent, and from which checks are fetched. */
  address: string;
  checks: { id: string; name: string; kind: string; kindTitle: string; state: ShownState }[];
}

const addressOf = (ctx: Ctx, id: string): string => `${ctx.config.origin}/ingest/agents/${id}`;

/** Returns one agent with its checks. Failures: missing. */
export const readAgent = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<AgentDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [agentById(ctx, pageId, id), monitorsOfAgent(ctx, pageId, id, ctx.now())],
    async ([[row], monitors]) => {
      if (!row) return missingFailure;
      return ok({
        ...agentView(row, ctx.now()),
        hasSecret: (await secretOf(ctx, row)) !== null,
        from: row.pings.at(-1)?.from ?? null,
        address: addressOf(ctx, id),
        checks: monitors.map(({ shown, ...each }) => ({
          ...each,
          kindTitle: monitorKindOf(each.kind)?.title ?? each.kind,
          state: shown as ShownState,
        })),
      });
    },
  );

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

/** Applies another interval at once: to its heartbeat, and to the time after which its monitors become no data. */
function reportingEvery(ctx: Ctx, pageId: string, id: string, every: number, shards: readonly { id: string }[]) {
  const ids = shards.map((each) => each.id);
  const { schedule, graceSeconds } = beatOf(every);
  return [
    ...updateRows(agent, pageId, [{ id, every }]),
    ...updateRows(heartbeat, pageId, [{ id, schedule, graceSeconds, dueAt: ctx.now(), updatedAt: ctx.now() }]),
    agentEvery(pageId, id, every),
    rebuildPlan(pageId, ids),
  ];
}

/** Changes an agent's name or interval. Failures: conflict, missing, invalid. */
export const updateAgent = (ctx: Ctx, given: UpdateAgentInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...agentAccess,
      input: updateAgentInput,
      facts: (_, { pageId, id }) => ({ shards: shardsOfAgent(ctx, pageId, id) }),
    },
    given,
    ({ row, fields, shards }) => {
      const { before, after } = differences(row, present(fields));
      const every = fields.every ?? row.every;
      return ok({
        action: "agent.update",
        fields: present({ name: fields.name }),
        changes: every === row.every ? [] : reportingEvery(ctx, row.pageId, row.id, every, shards),
        before,
        after,
      });
    },
  );

export interface MadeSecret {
  secret: string;
  /** Command to paste on the machine that runs the agent. */
  command: string;
}

const commandOf = (ctx: Ctx, id: string, secret: string) => `curl -fsSO ${ctx.config.origin}/agent.mjs
UPFRONT_AGENT=${addressOf(ctx, id)} \\
UPFRONT_AGENT_SECRET=${secret} \\
node agent.mjs`;

/** Returns a secret in the format of Standard Webhooks: 256 random bits in base64. */
const newSecret = (ctx: Ctx) => `whsec_${ctx.token().replaceAll("-", "+").replaceAll("_", "/")}=`;

/**
 * Creates a signing secret, the first or another one; signatures with the old one are refused from now on. Only this
 * answer contains the secret. Failures: conflict, missing.
 */
export async function rotateAgent(ctx: Ctx, given: AgentTarget): Promise<Result<MadeSecret>> {
  const settingsSealed = await ctx.secrets.seal(JSON.stringify({ secret: newSecret(ctx) }));
  const done = await changeOne(ctx, { ...agentAccess, input: agentTarget }, given, () =>
    ok({ action: "agent.rotate", fields: { settingsSealed } }),
  );
  if (!done.ok) return done;
  // A form that is sent twice created it the first time, so the stored secret counts.
  const [[row]] = await read(ctx, agentById(ctx, given.pageId, done.value.id));
  const secret = row ? await secretOf(ctx, row) : null;
  return secret === null ? missingFailure : ok({ secret, command: commandOf(ctx, done.value.id, secret) });
}

const hasMonitors = fail({ name: "conflict", code: "has_monitors", detail: "agent.has_monitors" });

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes an agent with its heartbeat. Failures: conflict (`has_monitors`: it still checks some), missing. */
export const deleteAgent = (ctx: Ctx, given: AgentTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...agentAccess, input: agentTarget, facts, settles: true }, given, ({ row, alone, left }) => {
    const { id, pageId, name, monitors } = row;
    if (monitors > 0) return hasMonitors;
    const parted = partFrom(ctx, pageId, left);
    return ok({
      action: "agent.delete",
      leftUnwatched: alone,
      observers: { sources: [id] },
      guards: [checksNothing(pageId, id)],
      changes: [
        ...deleteRows(agent, pageId, [{ id }]),
        ...forgetHeartbeats(pageId, [id], ctx.now()),
        ...parted.changes,
      ],
      notices: parted.notices,
      before: { name },
    });
  });
