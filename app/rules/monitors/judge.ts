import type { Confirmed, MonitorState, Opinion, Result, Verdict } from "./monitor";

const rank: Record<Verdict, number> = { up: 0, degraded: 1, down: 2 };
const byRank: readonly Verdict[] = ["up", "degraded", "down"];

/** So many results in a row are remembered while other places disagree. */
const longestRun = 10;

/** It turned: from the first minute of the results that say so. */
export interface Turn {
  from: Confirmed;
  to: Verdict;
  /** UTC ms / 60,000. */
  at: number;
}

export interface Judged {
  state: Pick<MonitorState, "confirmed" | "since" | "run">;
  turn: Turn | null;
}

/** Nothing is known of a new one: it is taken to be up until it proves otherwise, so it never begins with an alert. */
const expected = (confirmed: Confirmed): Verdict => (confirmed === "new" ? "up" : confirmed);

const towards = (confirmed: Confirmed, verdict: Verdict): number =>
  Math.sign(rank[verdict] - rank[expected(confirmed)]);

/** What all of them agree on at least: the mildest where it got worse, the worst where it got better. */
function common(worse: boolean, said: readonly Verdict[]): Verdict {
  const ranks = said.map((each) => rank[each]);
  return byRank[worse ? Math.min(...ranks) : Math.max(...ranks)] ?? "up";
}

const reaches = (worse: boolean, verdict: Verdict, to: Verdict) =>
  worse ? rank[verdict] >= rank[to] : rank[verdict] <= rank[to];

/** The last results in a row that fulfil something, oldest first. */
function tail(run: readonly Result[], fulfils: (verdict: Verdict) => boolean): Result[] {
  const broken = run.findLastIndex(([, verdict]) => !fulfils(verdict));
  return run.slice(broken + 1);
}

type Known = Pick<MonitorState, "confirmed" | "since" | "run">;

function turnOf(known: Known, run: Result[], opinions: readonly Opinion[], inARow: number): Judged {
  const { confirmed, since } = known;
  const stay: Judged = { state: { confirmed, since, run: run.slice(-longestRun) }, turn: null };
  const worse = towards(confirmed, run[0]?.[1] ?? "up") > 0;
  const seen = opinions.flatMap(({ verdict }) => (verdict === "none" ? [] : [verdict]));
  const agree = seen.every((each) => towards(confirmed, each) === (worse ? 1 : -1));
  if (run.length < inARow || !agree) return stay;
  const to = common(worse, [...run.slice(-inARow).map(([, verdict]) => verdict), ...seen]);
  const at = tail(run, (verdict) => reaches(worse, verdict, to))[0]?.[0] ?? since;
  const beyond = tail(run, (verdict) => reaches(worse, verdict, to) && verdict !== to);
  return { state: { confirmed: to, since: at, run: beyond }, turn: { from: confirmed, to, at } };
}

/**
 * One more result. `inARow` results in a row that all are worse (or all better) than what is confirmed turn it, dated back
 * to the first of them; places that were asked and answered must see it too. A result that fits ends the run.
 */
export function judge(known: Known, result: Result, inARow: number, opinions: readonly Opinion[] = []): Judged {
  const direction = towards(known.confirmed, result[1]);
  if (direction === 0) {
    const fresh = known.confirmed === "new";
    const since = fresh ? result[0] : known.since;
    const state = { confirmed: expected(known.confirmed), since, run: [] };
    return { state, turn: fresh ? { from: "new", to: "up", at: since } : null };
  }
  const same = tail(known.run, (verdict) => towards(known.confirmed, verdict) === direction);
  return turnOf(known, [...same, result], opinions, inARow);
}
