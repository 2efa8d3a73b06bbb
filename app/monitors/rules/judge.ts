import type { Ballot, Confirmed, MonitorState, Opinion, Result, Verdict } from "./monitor";
import { countVotes } from "./quorum";

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
  /** How the places were counted; null = none but ours was to be asked. */
  ballot: Ballot | null;
}

/** What other places said of what is about to turn, and how many must agree (null = all that answer). */
export interface Others {
  opinions: readonly Opinion[];
  agree: number | null;
}

const nobody: Others = { opinions: [], agree: null };

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

/** As bad (or as well again) as so many places agree on, and never more than what was seen here. */
function agreedOn(
  worse: boolean,
  { own, need, seen }: { own: Verdict; need: number; seen: readonly Verdict[] },
): Verdict {
  const strongest = [own, ...seen].toSorted((one, other) => (worse ? 1 : -1) * (rank[other] - rank[one]));
  return common(worse, [own, strongest[need - 1] ?? own]);
}

/** The places that answered, counted; which of them agree, beside ours. */
function ballotOf(worse: boolean, confirmed: Confirmed, { opinions, agree: wanted }: Others) {
  const said = opinions.flatMap(({ verdict }) => (verdict === "none" || verdict === "waiting" ? [] : [verdict]));
  const seen = said.filter((each) => towards(confirmed, each) === (worse ? 1 : -1));
  const count = { places: 1 + opinions.length, agree: 1 + seen.length, against: said.length - seen.length };
  const waiting = opinions.filter(({ verdict }) => verdict === "waiting").length;
  return { seen, count: { ...count, ...countVotes(wanted, { ...count, waiting }) } };
}

/** Whether answers that are not there yet could settle whether it turns. */
export function isOpen({ from, to }: Pick<Turn, "from" | "to">, others: Others): boolean {
  const { outcome } = ballotOf(towards(from, to) > 0, from, others).count;
  return outcome === "waiting" || outcome === "unsettled";
}

function turnOf(known: Known, run: Result[], inARow: number, others: Others): Judged {
  const { confirmed, since } = known;
  const stay = { state: { confirmed, since, run: run.slice(-longestRun) }, turn: null };
  if (run.length < inARow) return { ...stay, ballot: null };
  const worse = towards(confirmed, run[0]?.[1] ?? "up") > 0;
  const { seen, count } = ballotOf(worse, confirmed, others);
  const ballot = others.opinions.length === 0 ? null : { minute: run.at(-1)?.[0] ?? since, ...count };
  if (count.outcome !== "confirmed") return { ...stay, ballot };
  const own = common(
    worse,
    run.slice(-inARow).map(([, verdict]) => verdict),
  );
  const to = agreedOn(worse, { own, need: count.need, seen });
  const at = tail(run, (verdict) => reaches(worse, verdict, to))[0]?.[0] ?? since;
  const beyond = tail(run, (verdict) => reaches(worse, verdict, to) && verdict !== to);
  return { state: { confirmed: to, since: at, run: beyond }, turn: { from: confirmed, to, at }, ballot };
}

/**
 * One more result. `inARow` results in a row that all are worse (or all better) than what is confirmed turn it, dated back
 * to the first of them, once enough of the places that were asked see it too. A result that fits ends the run.
 */
export function judge(known: Known, result: Result, inARow: number, others = nobody): Judged {
  const direction = towards(known.confirmed, result[1]);
  if (direction === 0) {
    const fresh = known.confirmed === "new";
    const since = fresh ? result[0] : known.since;
    const state = { confirmed: expected(known.confirmed), since, run: [] };
    return { state, turn: fresh ? { from: "new", to: "up", at: since } : null, ballot: null };
  }
  const same = tail(known.run, (verdict) => towards(known.confirmed, verdict) === direction);
  return turnOf(known, [...same, result], inARow, others);
}
