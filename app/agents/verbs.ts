import type { IdOnPage } from "~/access/id-on-page";
import { incidentOutcomesAfterDeletion, sourceDeletionQueries } from "~/alert-rules/unwatched-after-delete";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { agentTable, heartbeatTable, sourceTable } from "~/db/schema";
import { deleteRowsStatements, insertRowsStatements, updateRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { makeHeartbeatAddress } from "~/heartbeats/address";
import { newHeartbeatStatements } from "~/heartbeats/create";
import { type HeartbeatDisplay, heartbeatDisplayOf } from "~/heartbeats/rules/heartbeat-deadline";
import { createHeartbeatInputSchema } from "~/heartbeats/rules/input";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { deleteHeartbeatStatements } from "~/monitors/queries/monitor-rows";
import {
  monitorShardsOfAgentQuery,
  rebuildShardPlanStatement,
  shardReportIntervalStatement,
} from "~/monitors/queries/shard";
import type { MonitorFilterState } from "~/monitors/rules/input";
import type { Ctx } from "~/platform/ctx";
import {
  agentByIdQuery,
  agentsOfPageQuery,
  guardAgentLimitStatement,
  guardAgentWithoutMonitorsStatement,
  monitorsOfAgentQuery,
} from "./queries/agent";
import {
  type AgentTargetInput,
  agentTargetInputSchema,
  type CreateAgentInput,
  createAgentInputSchema,
  type ParsedCreateAgentInput,
  type UpdateAgentInput,
  updateAgentInputSchema,
} from "./rules/input";
import { agentHeartbeatSettings } from "./rules/report";
import { openAgentSigningSecret } from "./secret";

type AgentByIdRow = Awaited<ReturnType<typeof agentByIdQuery>>[number];

/** Lookup of an agent for its changes; the version of its source guards it. */
const agentAccess = {
  role: "admin",
  subject: "agent",
  table: sourceTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => agentByIdQuery(ctx, pageId, id),
  show: ({ id, name, every, version }: AgentByIdRow) => ({ id, name, every, version }),
} as const;

type ListedAgentRow = Awaited<ReturnType<typeof agentsOfPageQuery>>[number];

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
  const { state } = heartbeatDisplayOf(row, now);
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
  readOnPage(ctx, { pageId, role: "viewer" }, [agentsOfPageQuery(ctx, pageId)], ([rows]) =>
    ok(rows.map((row) => agentView(row, ctx.now()))),
  );

export interface AgentDetail extends AgentRow {
  /** True if the agent has a readable secret. Without a secret all its calls are refused. */
  hasSecret: boolean;
  /** Address and program of the last report. */
  from: string | null;
  /** Address to which results are sent, and from which checks are fetched. */
  address: string;
  checks: { id: string; name: string; kind: string; kindTitle: string; state: MonitorFilterState }[];
}

const addressOf = (ctx: Ctx, id: string): string => `${ctx.config.origin}/ingest/agents/${id}`;

/** Returns one agent with its checks. Failures: missing. */
export const readAgent = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<AgentDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [agentByIdQuery(ctx, pageId, id), monitorsOfAgentQuery(ctx, pageId, id, ctx.now())],
    async ([[row], monitors]) => {
      if (!row) return missingFailure;
      return ok({
        ...agentView(row, ctx.now()),
        hasSecret: (await openAgentSigningSecret(ctx, row)) !== null,
        from: row.pings.at(-1)?.from ?? null,
        address: addressOf(ctx, id),
        checks: monitors.map(({ shown, ...each }) => ({
          ...each,
          kindTitle: monitorKindOf(each.kind)?.title ?? each.kind,
          state: shown as MonitorFilterState,
        })),
      });
    },
  );

export const maxAgents = 50;

/** Prepares an agent that cannot authenticate until its secret is created; the secret is shown once. */
async function making(ctx: Ctx, { pageId, name, every = 5 }: ParsedCreateAgentInput) {
  const input = createHeartbeatInputSchema.parse({ pageId, name, ...agentHeartbeatSettings(every) });
  return ok({ input, address: await makeHeartbeatAddress(ctx), settingsSealed: await ctx.secrets.seal("{}") });
}

/** Creates an agent with the heartbeat that notices its silence. Failures: invalid (the page’s limit). */
export async function createAgent(ctx: Ctx, given: CreateAgentInput): Promise<Result<ChangeResult>> {
  const manner = {
    role: "admin" as const,
    subject: "agent",
    input: createAgentInputSchema,
    settles: true,
    prepare: making,
    facts: (_: Ctx, { pageId }: ParsedCreateAgentInput) => ({ agents: agentsOfPageQuery(ctx, pageId) }),
  };
  const done = await createOnce(ctx, manner, given, ({ id, made, agents, input: { pageId, name, every = 5 } }) => {
    if (agents.length >= maxAgents)
      return invalidFieldFailure("name", refusalFor("agent.limit", { most: maxAgents }), "limit");
    const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
    return ok({
      action: "agent.create",
      guards: [guardAgentLimitStatement(pageId, maxAgents)],
      changes: [
        ...newHeartbeatStatements(ctx, id, made),
        ...insertRowsStatements(agentTable, [{ id, pageId, every, ...times }]),
      ],
      after: { name, every },
    });
  });
  return done.ok ? ok({ id: done.value.id }) : done;
}

/** Applies another interval at once: to its heartbeat, and to the time after which its monitors become no data. */
function reportingEvery(ctx: Ctx, pageId: string, id: string, every: number, shards: readonly { id: string }[]) {
  const ids = shards.map((each) => each.id);
  const { schedule, graceSeconds } = agentHeartbeatSettings(every);
  return [
    ...updateRowsStatements(agentTable, pageId, [{ id, every }]),
    ...updateRowsStatements(heartbeatTable, pageId, [
      { id, schedule, graceSeconds, dueAt: ctx.now(), updatedAt: ctx.now() },
    ]),
    shardReportIntervalStatement(pageId, id, every),
    rebuildShardPlanStatement(pageId, ids),
  ];
}

/** Changes an agent's name or interval. Failures: conflict, missing, invalid. */
export const updateAgent = (ctx: Ctx, given: UpdateAgentInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...agentAccess,
      input: updateAgentInputSchema,
      facts: (_, { pageId, id }) => ({ shards: monitorShardsOfAgentQuery(ctx, pageId, id) }),
    },
    given,
    ({ row, fields, shards }) => {
      const { before, after } = changedValues(row, withoutUndefinedFields(fields));
      const every = fields.every ?? row.every;
      return ok({
        action: "agent.update",
        fields: withoutUndefinedFields({ name: fields.name }),
        changes: every === row.every ? [] : reportingEvery(ctx, row.pageId, row.id, every, shards),
        before,
        after,
      });
    },
  );

export interface NewAgentSecret {
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
 * Creates a signing secret. Signatures with a former secret are refused from now on. Only this response contains the
 * secret. Failures: conflict, missing.
 */
export async function rotateAgentSecret(ctx: Ctx, given: AgentTargetInput): Promise<Result<NewAgentSecret>> {
  const settingsSealed = await ctx.secrets.seal(JSON.stringify({ secret: newSecret(ctx) }));
  const done = await changeOneRow(ctx, { ...agentAccess, input: agentTargetInputSchema }, given, () =>
    ok({ action: "agent.rotate", fields: { settingsSealed } }),
  );
  if (!done.ok) return done;
  // A form that is sent twice created it the first time, so the stored secret counts.
  const [[row]] = await readBatch(ctx, agentByIdQuery(ctx, given.pageId, done.value.id));
  const secret = row ? await openAgentSigningSecret(ctx, row) : null;
  return secret === null ? missingFailure : ok({ secret, command: commandOf(ctx, done.value.id, secret) });
}

const hasMonitors = fail({ name: "conflict", code: "has_monitors", detail: "agent.has_monitors" });

/** Deletes an agent with its heartbeat. Failures: conflict (`has_monitors`: it still checks some), missing. */
export const deleteAgent = (ctx: Ctx, given: AgentTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...agentAccess, input: agentTargetInputSchema, facts: sourceDeletionQueries, settles: true },
    given,
    ({ row, alone, left }) => {
      const { id, pageId, name, monitors } = row;
      if (monitors > 0) return hasMonitors;
      const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
      return ok({
        action: "agent.delete",
        leftUnwatched: alone,
        observers: { sources: [id] },
        guards: [guardAgentWithoutMonitorsStatement(pageId, id)],
        changes: [
          ...deleteRowsStatements(agentTable, pageId, [{ id }]),
          ...deleteHeartbeatStatements(pageId, [id], ctx.now()),
          ...parted.changes,
        ],
        notices: parted.notices,
        before: { name },
      });
    },
  );
