import { monitorShardTable, monitorTable, sourceTable } from "~/db/schema";
import { rebuildShardPlanStatement } from "~/monitors/queries/shard";
import type { Ctx } from "~/platform/ctx";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { rulesOf } from "./source";
import { bornAt, minute } from "./time";

/** A test's settings of a monitor: of its own row, of its source, and of its rules. */
interface MonitorDraft extends Over<typeof monitorTable> {
  name?: string;
  kind?: string;
  settings?: Record<string, unknown>;
  dependsOn?: string;
  components?: string[];
  mode?: "none" | "draft" | "publish";
}

const usual = {
  interval: 1,
  phase: 0,
  timeoutSeconds: 8,
  cost: 1,
  retries: 0,
  inARow: 2,
  degradedAboveMs: null,
  slowerThanUsual: null,
  regions: [] as string[],
  tags: [] as string[],
  pausedAt: null,
};

/** Returns rules that make its components degraded when it is slow, and an outage when it is down. */
function rulesFor(pageId: string, id: string, { components = [], mode = "none" }: MonitorDraft) {
  const common = { pageId, sourceId: id, holdSeconds: 0, resolveAfterSeconds: 0, components };
  const slow = { id: `${id}-slow`, match: { severities: ["warning"] }, mode: "none", catchAll: false };
  return [
    { ...common, ...slow, position: 0, status: "degraded_performance" },
    { ...common, id: `${id}-down`, match: {}, mode, catchAll: true, position: 1 },
  ];
}

const sourceRow = async ({ secrets, now }: Ctx, pageId: string, id: string, draft: MonitorDraft) => {
  const { name = id, kind = "http", settings = {}, dependsOn = null } = draft;
  const settingsSealed = await secrets.seal(JSON.stringify(settings));
  const sealed = { settingsSealed, tokenHash: `none-${id}`, tokenSealed: "" };
  return { id, pageId, family: "monitor", kind, dependsOn, name, ...sealed, ...bornAt(now()) };
};

function monitorRow(now: number, fixed: { id: string; pageId: string; shardId: string }, draft: MonitorDraft) {
  const { name: _, kind: _k, settings: _s, dependsOn: _d, components: _c, mode: _m, ...row } = draft;
  return { ...usual, watchedSince: now, stateSince: now, ...row, ...fixed, ...bornAt(now) };
}

/** Monitors of a page in one shard, each a source with two rules as after its creation, and the plan of their ticks. */
export function someMonitors(
  pageId: string,
  drafts: readonly MonitorDraft[],
  { shardId = `shard-${pageId}` } = {},
): { ids: string[] } & Piece {
  const ids = drafts.map(({ id }, index) => id ?? `${shardId}-${index}`);
  const all = drafts.map((draft, index) => ({ id: ids[index] as string, draft }));
  return piece({ ids }, async (ctx, now) => {
    const shard = { id: shardId, pageId, minute: Math.floor(now / minute), plan: [], rings: {}, states: {} };
    const sources = await Promise.all(all.map(({ id, draft }) => sourceRow(ctx, pageId, id, draft)));
    const rows = all.map(({ id, draft }) => monitorRow(now, { id, pageId, shardId }, draft));
    const rules = all.flatMap(({ id, draft }) => rulesFor(pageId, id, draft));
    return [
      ...rowsOf(sourceTable, sources),
      ...rowsOf(monitorShardTable, [shard as never]),
      ...rowsOf(monitorTable, rows),
      rebuildShardPlanStatement(pageId, [shardId]),
      ...rulesOf(now, rules),
    ];
  });
}
