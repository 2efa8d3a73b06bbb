import { inEnglish } from "~/failures/refusal";
import { emptyRing, hourOf, type Minute, minuteAt, packRing, pushMinutes, ringSize } from "~/text/ring";
import { firstSeen } from "./evidence";
import { type Retold, retold, warnedAfter } from "./expiry";
import { judge, type Turn } from "./judge";
import type { Asked, Ballot, MonitorState, Opinion, PlannedMonitor, Sight, Usual } from "./monitor";
import {
  aheadAllowed,
  fallsSilent,
  isDue,
  isReported,
  isScheduled,
  isSilent,
  type Shard,
  scheduledBetween,
  silenceBegins,
} from "./monitor-due";
import { withReading } from "./reading";
import { isCutOff } from "./sight";
import { withUsual } from "./usual";

/** Minutes are UTC ms / 60,000. */
export interface StepFacts {
  minute: number;
  /** The minute that it is, where an earlier one is stepped to; absent = the same. */
  present?: number;
  /** The minute since which the deployment stood still until this one; null or absent = it did not. */
  stoppedAt?: number | null;
  shard: Shard & { rings: Readonly<Record<string, string>> };
  /** What the checks that ran came to; what was due and is not here did not run. */
  sights: ReadonlyMap<string, Sight>;
  opinions: ReadonlyMap<string, readonly Opinion[]>;
  /** Probes that were asked this minute; who is not here waits for none any more. */
  asked?: ReadonlyMap<string, Asked>;
  /** How slow those usually are of whom it was found out this minute. */
  usual?: ReadonlyMap<string, Usual>;
}

export interface DayRow {
  monitorId: string;
  year: number;
  /** `MM-DD`, UTC. */
  day: string;
  counts: number[];
}

export interface Stepped {
  ring: string;
  state: MonitorState;
  turn: Turn | null;
  /** It stays degraded, and what was told of it is no longer all of it; null = it is. */
  retold: Retold | null;
  /** UTC ms since when it is silent; null = it speaks again; absent = as before. */
  silentSince?: number | null;
  /** Minute of the first result after the silence that ends. */
  spokeAt: number | null;
  hour: { hour: number; minutes: string } | null;
  day: DayRow | null;
}

const dayLength = 1440;
const none: Minute = { state: "none", milliseconds: null };
const noData: Minute = { state: "no_data", milliseconds: null };

const fresh = (watchedSince: number, day: number): MonitorState => ({
  confirmed: "new",
  since: Math.floor(watchedSince / 60_000),
  run: [],
  last: null,
  silentSince: null,
  heardAt: null,
  watchedSince,
  owed: false,
  code: "",
  detail: inEnglish(""),
  milliseconds: null,
  opinions: [],
  day,
  today: [0, 0, 0, 0, 0],
});

const dayOf = (minute: number) => Math.floor(minute / dayLength);

/** What was known before it was paused or made again says nothing now; the day's counts stay. */
export function known(monitor: PlannedMonitor, state: MonitorState | undefined, minute: number): MonitorState {
  const blank = fresh(monitor.watchedSince, dayOf(minute));
  if (!state) return blank;
  if (!monitor.paused && state.watchedSince === monitor.watchedSince) return state;
  return { ...blank, day: state.day, today: state.today };
}

const gone = (monitor: PlannedMonitor, minute: number) => (isScheduled(monitor, minute) ? noData : none);

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The ring up to the minute before this one; a clock that went back takes the minutes of the future with it. */
function ringBefore(monitor: PlannedMonitor, ring: string, last: number, minute: number): string {
  if (last >= minute) {
    return packRing(range(minute - ringSize, minute).map((each) => minuteAt(ring, last, each) ?? none));
  }
  const missed = range(Math.max(last + 1, minute - ringSize), minute);
  const skipped = missed.length === ringSize ? emptyRing : ring;
  return pushMinutes(
    skipped,
    missed.map((each) => gone(monitor, each)),
  );
}

/** The hour of the last write is over: its row, what was missed until its end with it. */
function hourEnded(monitor: PlannedMonitor, ring: string, last: number, minute: number): Stepped["hour"] {
  if (last >= minute || Math.floor(last / 60) === Math.floor(minute / 60)) return null;
  const end = Math.floor(last / 60) * 60 + 59;
  const missed = range(last + 1, end + 1).map((each) => gone(monitor, each));
  const row = hourOf(pushMinutes(ring, missed), end);
  return row.minutes === emptyRing ? null : row;
}

function dayRow(monitorId: string, day: number, counts: number[]): DayRow | null {
  if (counts.every((each) => each === 0)) return null;
  const date = new Date(day * 86_400_000).toISOString();
  return { monitorId, year: Number(date.slice(0, 4)), day: date.slice(5, 10), counts };
}

type Today = MonitorState["today"];

const more = ([up, degraded, down, unknown, sum]: Today, count: number): Today => [
  up,
  degraded,
  down,
  unknown + count,
  sum,
];

/** Counts what was missed, day by day; a day that ended becomes its row. */
function countMissed(monitor: PlannedMonitor, state: MonitorState, last: number, minute: number) {
  const today = dayOf(minute);
  if (state.day > today || last >= minute)
    return { day: null, state: { ...state, day: today, today: fresh(0, 0).today } };
  if (state.day === today) {
    const counted = more(state.today, scheduledBetween(monitor, last, minute - 1));
    return { day: null, state: { ...state, today: counted } };
  }
  const end = (state.day + 1) * dayLength - 1;
  const whole = more(state.today, scheduledBetween(monitor, last, end));
  const since = more(fresh(0, 0).today, scheduledBetween(monitor, Math.max(last, today * dayLength - 1), minute - 1));
  return { day: dayRow(monitor.id, state.day, whole), state: { ...state, day: today, today: since } };
}

export function count(today: Today, sight: Sight | null): Today {
  const [up, degraded, down, unknown, sum] = today;
  if (!sight || sight.verdict === "none") return more(today, 1);
  if (sight.verdict === "down") return [up, degraded, down + 1, unknown, sum];
  const spent = sum + (sight.milliseconds ?? 0);
  return sight.verdict === "up" ? [up + 1, degraded, down, unknown, spent] : [up, degraded + 1, down, unknown, spent];
}

/** What was seen this minute fits what is confirmed, or other places see that it does. */
const fitsIn = ({ run, ballot }: MonitorState, minute: number): boolean =>
  run.length === 0 || (ballot?.minute === minute && ballot.outcome === "refuted");

/** Where too few places answered, nothing was found out: it stays as it was, and falls silent as if nobody had looked. */
const lastOf = ({ last }: MonitorState, minute: number, ballot: Ballot | null): number =>
  ballot?.outcome === "unsettled" || ballot?.outcome === "waiting" ? (last ?? minute) : minute;

/** By which kinds say it (`contract/tls/judge-certificate`). */
const endsSoon = "expires_soon";

/** What ends soon still does when nobody could look at it. What is slow besides says so by itself. */
function stillWarned(sight: Sight | undefined, { confirmed, warned, code, detail }: MonitorState): Sight | null {
  if (!sight?.leavesWarning || sight.verdict !== "up" || confirmed !== "degraded" || !warned) return sight ?? null;
  const said = code === endsSoon ? { code, detail } : { code: endsSoon, detail: sight.detail };
  return { ...sight, ...said, verdict: "degraded", within: warned.within };
}

export function look(
  monitor: PlannedMonitor,
  state: MonitorState,
  facts: Pick<StepFacts, "minute" | "sights" | "opinions" | "asked">,
): { state: MonitorState; turn: Turn | null } {
  const sight = stillWarned(facts.sights.get(monitor.id), state);
  const opinions = facts.opinions.get(monitor.id) ?? [];
  const { asked: waited, warned, first, ...before } = state;
  const counted = { ...before, today: count(state.today, sight), owed: sight === null };
  const kept = { ...(warned ? { warned } : {}), ...(first ? { first } : {}) };
  if (!sight) return { state: { ...counted, ...kept, ...(waited ? { asked: waited } : {}) }, turn: null };
  const { code, detail, milliseconds, verdict } = sight;
  const asked = facts.asked?.get(monitor.id);
  const heard = { ...(opinions.length > 0 ? { opinions: [...opinions] } : {}), ...(asked ? { asked } : {}) };
  const said = { ...counted, code, detail, milliseconds, ...heard };
  if (verdict === "none") return { state: { ...said, ...kept }, turn: null };
  const others = { opinions, agree: monitor.agree ?? null };
  const { ballot, turn, ...judged } = judge(state, [facts.minute, verdict, milliseconds ?? 0], monitor.inARow, others);
  const warns = judged.state.confirmed === "degraded" && warnedAfter(turn ? undefined : warned, sight, facts.minute);
  const isDown = verdict === "down" && judged.state.confirmed !== "down";
  const seen = firstSeen({ first, isDown, evidence: sight.evidence, minute: facts.minute });
  const told = { ...(ballot ? { ballot } : {}), ...(warns ? { warned: warns } : {}) };
  const after = { ...said, ...judged.state, ...told, ...seen };
  const heardAt =
    state.silentSince === null ? null : (state.heardAt ?? (fitsIn(after, facts.minute) ? facts.minute : null));
  return { state: { ...after, last: lastOf(state, facts.minute, ballot), heardAt }, turn };
}

export const minuteOf = (due: boolean, sight: Sight | undefined): Minute => {
  if (!due) return none;
  if (!sight || sight.verdict === "none") return noData;
  return { state: sight.verdict, milliseconds: sight.milliseconds };
};

/** A monitor that is new or was resumed speaks with what is first confirmed of it. */
function firstWord(turn: Turn): Pick<Stepped, "silentSince" | "spokeAt"> {
  return { silentSince: null, spokeAt: turn.at };
}

/** A silence ends with the first look after it was noticed at which results fit what is confirmed, and are of late. */
export function endSilence(
  state: MonitorState,
  noticed: boolean,
  late: boolean,
  minute: number,
): Pick<Stepped, "state" | "silentSince" | "spokeAt"> {
  if (noticed) return { state, silentSince: (state.silentSince ?? 0) * 60_000, spokeAt: null };
  if (state.silentSince === null || state.heardAt === null) return { state, spokeAt: null };
  if (late) return { state: { ...state, heardAt: null }, spokeAt: null };
  if (!fitsIn(state, minute)) return { state, spokeAt: null };
  return { state: { ...state, silentSince: null, heardAt: null }, silentSince: null, spokeAt: state.heardAt };
}

/** A clock that went back: nothing was known in the future. */
function backInTime(state: MonitorState, minute: number): MonitorState {
  const past = (at: number | null) => (at === null ? null : Math.min(at, minute - 1));
  const times = { last: past(state.last), silentSince: past(state.silentSince), heardAt: past(state.heardAt) };
  const { warned, first: _ofTheFuture, ...known } = state;
  const told = warned ? { warned: { ...warned, at: Math.min(warned.at, minute - 1) } } : {};
  return { ...known, ...times, ...told, since: Math.min(state.since, minute - 1), run: [] };
}

/** What is seen again at once as it was is no silence of the monitor's: the standstill is the deployment's. */
function stoodStill(monitor: PlannedMonitor, state: MonitorState, { stoppedAt = null, sights }: StepFacts): boolean {
  if (stoppedAt === null || isSilent(monitor, state, stoppedAt)) return false;
  return sights.get(monitor.id)?.verdict === state.confirmed;
}

interface Checked {
  state: MonitorState;
  due: boolean;
  facts: StepFacts;
}

/**
 * The minute from which on nothing is known of a monitor; null = it looks, or is silent already. Where our own network is
 * found away that is at once: what was seen before says nothing of a world that we no longer see.
 */
function silentFrom(monitor: PlannedMonitor, { state, due, facts }: Checked): number | null {
  const { minute, sights } = facts;
  if (fallsSilent(monitor, state, minute) && !stoodStill(monitor, state, facts)) return silenceBegins(monitor, state);
  const looks = due && !isReported(monitor) && state.silentSince === null && state.confirmed !== "new";
  return looks && isCutOff(sights.get(monitor.id)) ? minute : null;
}

/** An agent reads by its own program, so its reports say nothing of how this version reads. */
function read(monitor: PlannedMonitor, before: MonitorState, facts: StepFacts): ReturnType<typeof look> {
  const looked = look(monitor, before, facts);
  if (isReported(monitor)) return looked;
  const sight = facts.sights.get(monitor.id) ?? null;
  return { ...looked, state: withReading(monitor, { before, after: looked.state, sight, minute: facts.minute }) };
}

/** One monitor's minute: what was missed, what was seen, what that turns. Pure. */
export function stepMonitor(monitor: PlannedMonitor, facts: StepFacts): Stepped {
  const { minute, shard } = facts;
  const moved = shard.minute > minute + aheadAllowed;
  const ring = shard.rings[monitor.id] ?? emptyRing;
  const given = withUsual(
    monitor,
    known(monitor, shard.states[monitor.id], minute),
    facts.usual?.get(monitor.id),
    minute,
  );
  const missed = countMissed(monitor, moved ? backInTime(given, minute) : given, shard.minute, minute);
  const due = isReported(monitor) ? facts.sights.has(monitor.id) : isDue(monitor, missed.state, minute);
  const begins = silentFrom(monitor, { state: missed.state, due, facts });
  const noticed = begins !== null;
  const before = noticed ? { ...missed.state, silentSince: begins, heardAt: null, run: [] } : missed.state;
  const looked = due ? read(monitor, before, facts) : { state: before, turn: null };
  const sight = minuteOf(due, facts.sights.get(monitor.id));
  return {
    ...endSilence(looked.state, noticed, isSilent(monitor, looked.state, facts.present ?? minute), minute),
    ...(looked.turn?.from === "new" && !noticed ? firstWord(looked.turn) : {}),
    turn: looked.turn,
    retold: retold(before, looked.state),
    ring: pushMinutes(ringBefore(monitor, ring, shard.minute, minute), [sight]),
    hour: hourEnded(monitor, ring, shard.minute, minute),
    day: missed.day,
  };
}
