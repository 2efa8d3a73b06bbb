import type { KeptPing } from "./rules/heartbeat";

export interface ListedPing {
  number: number;
  at: number;
  kind: KeptPing["kind"];
  /** Time since the start of the same run, in ms; null when there was no start, or the run has not ended. */
  duration: number | null;
  method: string;
  from: string;
  agent: string;
  exit: number | null;
  runId: string | null;
  hasBody: boolean;
}

const isEnd = ({ kind }: KeptPing) => kind === "success" || kind === "fail";

/** Returns the start that belongs to this end: the last one of its run id without another end in between. */
function startOf(end: KeptPing, before: readonly KeptPing[]): KeptPing | undefined {
  const run = before.filter((each) => (each.rid ?? "") === (end.rid ?? "") && (each.kind === "start" || isEnd(each)));
  const last = run.at(-1);
  return last?.kind === "start" ? last : undefined;
}

function durationOf(ping: KeptPing, before: readonly KeptPing[]): number | null {
  const start = isEnd(ping) ? startOf(ping, before) : undefined;
  return start ? Math.max(0, ping.at - start.at) : null;
}

/** Returns the pings, newest first, each with the duration of its run. */
export const listedPings = (pings: readonly KeptPing[]): ListedPing[] =>
  pings
    .map((ping, index) => ({
      number: ping.n,
      at: ping.at,
      kind: ping.kind,
      method: ping.method,
      from: ping.from,
      agent: ping.agent,
      duration: durationOf(ping, pings.slice(0, index)),
      exit: ping.exit ?? null,
      runId: ping.rid ?? null,
      hasBody: ping.body ?? false,
    }))
    .reverse();
