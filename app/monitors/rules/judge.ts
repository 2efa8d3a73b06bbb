import type {
  CheckVerdict,
  ConfirmedVerdict,
  MonitorStateRecord,
  SecondOpinion,
  UnconfirmedResult,
  VoteResult,
} from "./monitor";
import { quorumResultOf } from "./quorum";

const rank: Record<CheckVerdict, number> = { up: 0, degraded: 1, down: 2 };
const byRank: readonly CheckVerdict[] = ["up", "degraded", "down"];

/** Most results in a row that are kept while other places disagree. */
const maxRunLength = 10;

/** A change of state, dated from the first minute of the results that confirm it. */
export interface VerdictChange {
  from: ConfirmedVerdict;
  to: CheckVerdict;
  /** Minute, as UTC ms / 60,000. */
  at: number;
}

export interface JudgedMonitorState {
  state: Pick<MonitorStateRecord, "confirmed" | "since" | "run">;
  turn: VerdictChange | null;
  /** Result of the vote; null when no other place had to be asked. */
  ballot: VoteResult | null;
}

/** Other places' opinions of a pending change of state, and how many must agree (null = all that answer). */
export interface OtherOpinions {
  opinions: readonly SecondOpinion[];
  agree: number | null;
}

const nobody: OtherOpinions = { opinions: [], agree: null };

/**
 * Returns the expected verdict. A new monitor counts as up until results show otherwise, so it never starts with an
 * alert.
 */
const expected = (confirmed: ConfirmedVerdict): CheckVerdict => (confirmed === "new" ? "up" : confirmed);

const towards = (confirmed: ConfirmedVerdict, verdict: CheckVerdict): number =>
  Math.sign(rank[verdict] - rank[expected(confirmed)]);

/** Returns the verdict that all results support: the mildest when it became worse, the worst when it became better. */
function common(worse: boolean, said: readonly CheckVerdict[]): CheckVerdict {
  const ranks = said.map((each) => rank[each]);
  return byRank[worse ? Math.min(...ranks) : Math.max(...ranks)] ?? "up";
}

const reaches = (worse: boolean, verdict: CheckVerdict, to: CheckVerdict) =>
  worse ? rank[verdict] >= rank[to] : rank[verdict] <= rank[to];

/** Returns the last results in a row that fulfil a condition, oldest first. */
function tail(run: readonly UnconfirmedResult[], fulfils: (verdict: CheckVerdict) => boolean): UnconfirmedResult[] {
  const broken = run.findLastIndex(([, verdict]) => !fulfils(verdict));
  return run.slice(broken + 1);
}

type KnownVerdict = Pick<MonitorStateRecord, "confirmed" | "since" | "run">;

/** Returns the verdict on which `need` places agree, which never goes further than our own. */
function agreedOn(
  worse: boolean,
  { own, need, seen }: { own: CheckVerdict; need: number; seen: readonly CheckVerdict[] },
): CheckVerdict {
  const strongest = [own, ...seen].toSorted((one, other) => (worse ? 1 : -1) * (rank[other] - rank[one]));
  return common(worse, [own, strongest[need - 1] ?? own]);
}

/** Counts the places that responded, and returns those that agree with ours. */
function ballotOf(worse: boolean, confirmed: ConfirmedVerdict, { opinions, agree: wanted }: OtherOpinions) {
  const said = opinions.flatMap(({ verdict }) => (verdict === "none" || verdict === "waiting" ? [] : [verdict]));
  const seen = said.filter((each) => towards(confirmed, each) === (worse ? 1 : -1));
  const count = { places: 1 + opinions.length, agree: 1 + seen.length, against: said.length - seen.length };
  const waiting = opinions.filter(({ verdict }) => verdict === "waiting").length;
  return { seen, count: { ...count, ...quorumResultOf(wanted, { ...count, waiting }) } };
}

/** Returns true when pending answers could still decide the change of state. */
export function isVerdictVoteOpen({ from, to }: Pick<VerdictChange, "from" | "to">, others: OtherOpinions): boolean {
  const { outcome } = ballotOf(towards(from, to) > 0, from, others).count;
  return outcome === "waiting" || outcome === "unsettled";
}

function turnOf(
  known: KnownVerdict,
  run: UnconfirmedResult[],
  inARow: number,
  others: OtherOpinions,
): JudgedMonitorState {
  const { confirmed, since } = known;
  const stay = { state: { confirmed, since, run: run.slice(-maxRunLength) }, turn: null };
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
 * Judges one more result. If `inARow` results in a row are all worse (or all better) than the confirmed state, they
 * change it, dated back to the first of them, once enough of the other places agree. A result that matches the state
 * ends the run.
 */
export function judgeCheckResult(
  known: KnownVerdict,
  result: UnconfirmedResult,
  inARow: number,
  others = nobody,
): JudgedMonitorState {
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
