import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { heartbeatByIdQuery, pingBodyByNumberQuery } from "./queries/heartbeat";
import type { StoredPing } from "./rules/heartbeat";

export interface ListedPing {
  number: number;
  at: number;
  kind: StoredPing["kind"];
  /** Time since the start of the same run, in ms; null when there was no start, or the run has not ended. */
  duration: number | null;
  /** Number of the start of the same run; null if and only if there is no duration. */
  startNumber: number | null;
  method: string;
  from: string;
  agent: string;
  exit: number | null;
  runId: string | null;
  hasBody: boolean;
}

const isEnd = ({ kind }: StoredPing) => kind === "success" || kind === "fail";

/** Returns the start that belongs to this end: the last one of its run id without another end in between. */
function startOf(end: StoredPing, before: readonly StoredPing[]): StoredPing | undefined {
  const run = before.filter((each) => (each.rid ?? "") === (end.rid ?? "") && (each.kind === "start" || isEnd(each)));
  const last = run.at(-1);
  return last?.kind === "start" ? last : undefined;
}

function runOf(ping: StoredPing, before: readonly StoredPing[]): Pick<ListedPing, "duration" | "startNumber"> {
  const start = isEnd(ping) ? startOf(ping, before) : undefined;
  return start
    ? { duration: Math.max(0, ping.at - start.at), startNumber: start.n }
    : { duration: null, startNumber: null };
}

/** Returns the pings, newest first, each with the duration of its run. */
export const toListedPings = (pings: readonly StoredPing[]): ListedPing[] =>
  pings
    .map((ping, index) => ({
      number: ping.n,
      at: ping.at,
      kind: ping.kind,
      method: ping.method,
      from: ping.from,
      agent: ping.agent,
      ...runOf(ping, pings.slice(0, index)),
      exit: ping.exit ?? null,
      runId: ping.rid ?? null,
      hasBody: ping.body ?? false,
    }))
    .reverse();

export interface PingDetail {
  name: string;
  ping: ListedPing;
  /** The first 10,000 bytes of its body; null without a body. */
  body: string | null;
  truncated: boolean;
}

/** Returns one of the last 100 pings with its body. Failures: missing. */
export async function readPing(
  ctx: Ctx,
  { pageId, id, number }: { pageId: string; id: string; number: number },
): Promise<Result<PingDetail>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row], [kept]] = await readBatch(
    ctx,
    heartbeatByIdQuery(ctx, pageId, id),
    pingBodyByNumberQuery(ctx, id, number),
  );
  const ping = row && toListedPings(row.pings).find((each) => each.number === number);
  if (!row || !ping) return missingFailure;
  return ok({ name: row.name, ping, body: kept?.body ?? null, truncated: kept?.truncated ?? false });
}
