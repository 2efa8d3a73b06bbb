import { englishText } from "~/failures/refusal";
import { emptyMinuteRing, pushMinutesToRing } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { firstEvidence } from "./evidence";
import { type AlertRepeatReason, alertRepeatReason, expiryWarningAfterResult } from "./expiry";
import { judgeCheckResult, type VerdictChange } from "./judge";
import type {
  MonitorCheckResult,
  MonitorStateRecord,
  PlannedMonitor,
  ProbeMeasurement,
  SecondOpinion,
  UsualResponseTime,
  VoteResult,
} from "./monitor";
import {
  hasMonitorFallenSilent,
  isCheckDue,
  isExternallyChecked,
  isMonitorSilent,
  type MonitorShard,
  maxAheadMinutes,
  silenceStartMinute,
} from "./monitor-due";
import { withUpgradeDifference } from "./reading";
import {
  addCheckToDayCounts,
  countMissedChecks,
  dayOfMinute,
  emptyDayTally,
  endedHourRow,
  type MonitorDayRow,
  type MonitorHourRow,
  ringBeforeMinute,
  ringMinuteOf,
} from "./recorded-minutes";
import { isNoNetworkResult } from "./sight";
import { stateWithUsualTime } from "./usual-time";

/** Input of a step. Minutes are UTC ms / 60,000. */
export interface MonitorMinuteInput {
  minute: number;
  /** The current minute, when the step is for an earlier one; absent = the same. */
  present?: number;
  /** Minute since which the deployment was stopped, until this one; null or absent when it was running. */
  stoppedAt?: number | null;
  shard: MonitorShard & { rings: Readonly<Record<string, string>> };
  /** Results of the checks that ran; a due check that is missing here did not run. */
  sights: ReadonlyMap<string, MonitorCheckResult>;
  opinions: ReadonlyMap<string, readonly SecondOpinion[]>;
  /** Measurements requested in this minute; a monitor without an entry no longer waits for one. */
  asked?: ReadonlyMap<string, ProbeMeasurement>;
  /** Usual response times that were computed this minute. */
  usual?: ReadonlyMap<string, UsualResponseTime>;
}

export interface MonitorMinuteResult {
  ring: string;
  state: MonitorStateRecord;
  turn: VerdictChange | null;
  /** Change of the warning of a monitor that stays degraded; null when it did not change. */
  retold: AlertRepeatReason | null;
  /** Start of its silence, in UTC ms; null = it reports again; absent = unchanged. */
  silentSince?: number | null;
  /** Minute of the first result after the silence that ends. */
  spokeAt: number | null;
  hour: MonitorHourRow | null;
  day: MonitorDayRow | null;
}

const fresh = (watchedSince: number, day: number): MonitorStateRecord => ({
  confirmed: "new",
  since: Math.floor(watchedSince / minuteMs),
  run: [],
  last: null,
  silentSince: null,
  heardAt: null,
  watchedSince,
  owed: false,
  code: "",
  detail: englishText(""),
  milliseconds: null,
  opinions: [],
  day,
  today: emptyDayTally(),
});

/** Returns the known state, or a blank one after a pause or a new watch; the day's counts stay. */
export function currentMonitorState(
  monitor: PlannedMonitor,
  state: MonitorStateRecord | undefined,
  minute: number,
): MonitorStateRecord {
  const blank = fresh(monitor.watchedSince, dayOfMinute(minute));
  if (!state) return blank;
  if (!monitor.paused && state.watchedSince === monitor.watchedSince) return state;
  return { ...blank, day: state.day, today: state.today };
}

/** Returns true when this minute's result matches the confirmed state, or other places refute it. */
const fitsIn = ({ run, ballot }: MonitorStateRecord, minute: number): boolean =>
  run.length === 0 || (ballot?.minute === minute && ballot.outcome === "refuted");

/** Returns the minute of the last result; without enough places there was none, and the state becomes silent. */
const lastOf = ({ last }: MonitorStateRecord, minute: number, ballot: VoteResult | null): number =>
  ballot?.outcome === "unsettled" || ballot?.outcome === "waiting" ? (last ?? minute) : minute;

/** The kinds' code for an expiry (`contract/tls/judge-certificate`). */
const endsSoon = "expires_soon";

/** Keeps a warning when the expiry could not be read. Slowness at the same time is reported separately. */
function stillWarned(
  sight: MonitorCheckResult | undefined,
  { confirmed, warned, code, detail }: MonitorStateRecord,
): MonitorCheckResult | null {
  if (!sight?.leavesWarning || sight.verdict !== "up" || confirmed !== "degraded" || !warned) return sight ?? null;
  const said = code === endsSoon ? { code, detail } : { code: endsSoon, detail: sight.detail };
  return { ...sight, ...said, verdict: "degraded", within: warned.within };
}

export function judgeMonitorMinute(
  monitor: PlannedMonitor,
  state: MonitorStateRecord,
  facts: Pick<MonitorMinuteInput, "minute" | "sights" | "opinions" | "asked">,
): { state: MonitorStateRecord; turn: VerdictChange | null } {
  const sight = stillWarned(facts.sights.get(monitor.id), state);
  const opinions = facts.opinions.get(monitor.id) ?? [];
  const { asked: waited, warned, first, ...before } = state;
  const counted = { ...before, today: addCheckToDayCounts(state.today, sight), owed: sight === null };
  const kept = { ...(warned ? { warned } : {}), ...(first ? { first } : {}) };
  if (!sight) return { state: { ...counted, ...kept, ...(waited ? { asked: waited } : {}) }, turn: null };
  const { code, detail, milliseconds, verdict } = sight;
  const asked = facts.asked?.get(monitor.id);
  const heard = { ...(opinions.length > 0 ? { opinions: [...opinions] } : {}), ...(asked ? { asked } : {}) };
  const said = { ...counted, code, detail, milliseconds, ...heard };
  if (verdict === "none") return { state: { ...said, ...kept }, turn: null };
  const others = { opinions, agree: monitor.agree ?? null };
  const { ballot, turn, ...judged } = judgeCheckResult(
    state,
    [facts.minute, verdict, milliseconds ?? 0],
    monitor.inARow,
    others,
  );
  const warns =
    judged.state.confirmed === "degraded" && expiryWarningAfterResult(turn ? undefined : warned, sight, facts.minute);
  const isDown = verdict === "down" && judged.state.confirmed !== "down";
  const seen = firstEvidence({ first, isDown, evidence: sight.evidence, minute: facts.minute });
  const told = { ...(ballot ? { ballot } : {}), ...(warns ? { warned: warns } : {}) };
  const after = { ...said, ...judged.state, ...told, ...seen };
  const heardAt =
    state.silentSince === null ? null : (state.heardAt ?? (fitsIn(after, facts.minute) ? facts.minute : null));
  return { state: { ...after, last: lastOf(state, facts.minute, ballot), heardAt }, turn };
}

/** Returns the end of silence for a new or resumed monitor, with its first confirmed state. */
function firstWord(turn: VerdictChange): Pick<MonitorMinuteResult, "silentSince" | "spokeAt"> {
  return { silentSince: null, spokeAt: turn.at };
}

/** Ends a silence with the first check after it was noticed whose results match the confirmed state and are recent. */
export function endMonitorSilence(
  state: MonitorStateRecord,
  noticed: boolean,
  late: boolean,
  minute: number,
): Pick<MonitorMinuteResult, "state" | "silentSince" | "spokeAt"> {
  if (noticed) return { state, silentSince: (state.silentSince ?? 0) * minuteMs, spokeAt: null };
  if (state.silentSince === null || state.heardAt === null) return { state, spokeAt: null };
  if (late) return { state: { ...state, heardAt: null }, spokeAt: null };
  if (!fitsIn(state, minute)) return { state, spokeAt: null };
  return { state: { ...state, silentSince: null, heardAt: null }, silentSince: null, spokeAt: state.heardAt };
}

/** Moves a state's times before this minute, after the clock went back. */
function backInTime(state: MonitorStateRecord, minute: number): MonitorStateRecord {
  const past = (at: number | null) => (at === null ? null : Math.min(at, minute - 1));
  const times = { last: past(state.last), silentSince: past(state.silentSince), heardAt: past(state.heardAt) };
  const { warned, first: _ofTheFuture, ...known } = state;
  const told = warned ? { warned: { ...warned, at: Math.min(warned.at, minute - 1) } } : {};
  return { ...known, ...times, ...told, since: Math.min(state.since, minute - 1), run: [] };
}

/** Returns true when the first result after a stop of the deployment matches the state, and it was not silent. */
function stoodStill(
  monitor: PlannedMonitor,
  state: MonitorStateRecord,
  { stoppedAt = null, sights }: MonitorMinuteInput,
): boolean {
  if (stoppedAt === null || isMonitorSilent(monitor, state, stoppedAt)) return false;
  return sights.get(monitor.id)?.verdict === state.confirmed;
}

interface CheckedMonitor {
  state: MonitorStateRecord;
  due: boolean;
  facts: MonitorMinuteInput;
}

/**
 * Returns the minute from which a monitor's state is unknown; null when it has results or is already silent. When our
 * own network is down, the state is unknown at once, because earlier results do not describe the present.
 */
function silentFrom(monitor: PlannedMonitor, { state, due, facts }: CheckedMonitor): number | null {
  const { minute, sights } = facts;
  if (hasMonitorFallenSilent(monitor, state, minute) && !stoodStill(monitor, state, facts))
    return silenceStartMinute(monitor, state);
  const looks = due && !isExternallyChecked(monitor) && state.silentSince === null && state.confirmed !== "new";
  return looks && isNoNetworkResult(sights.get(monitor.id)) ? minute : null;
}

/** Applies a check. An agent reads with its own program, so its reports are not evidence of this version's readings. */
function read(
  monitor: PlannedMonitor,
  before: MonitorStateRecord,
  facts: MonitorMinuteInput,
): ReturnType<typeof judgeMonitorMinute> {
  const looked = judgeMonitorMinute(monitor, before, facts);
  if (isExternallyChecked(monitor)) return looked;
  const sight = facts.sights.get(monitor.id) ?? null;
  return {
    ...looked,
    state: withUpgradeDifference(monitor, { before, after: looked.state, sight, minute: facts.minute }),
  };
}

/** Advances one monitor by a minute: missed checks, the result, and the change of state. Pure. */
export function advanceMonitorMinute(monitor: PlannedMonitor, facts: MonitorMinuteInput): MonitorMinuteResult {
  const { minute, shard } = facts;
  const moved = shard.minute > minute + maxAheadMinutes;
  const ring = shard.rings[monitor.id] ?? emptyMinuteRing;
  const given = stateWithUsualTime(
    monitor,
    currentMonitorState(monitor, shard.states[monitor.id], minute),
    facts.usual?.get(monitor.id),
    minute,
  );
  const missed = countMissedChecks(monitor, moved ? backInTime(given, minute) : given, shard.minute, minute);
  const due = isExternallyChecked(monitor) ? facts.sights.has(monitor.id) : isCheckDue(monitor, missed.state, minute);
  const begins = silentFrom(monitor, { state: missed.state, due, facts });
  const noticed = begins !== null;
  const before = noticed ? { ...missed.state, silentSince: begins, heardAt: null, run: [] } : missed.state;
  const looked = due ? read(monitor, before, facts) : { state: before, turn: null };
  const sight = ringMinuteOf(due, facts.sights.get(monitor.id));
  return {
    ...endMonitorSilence(
      looked.state,
      noticed,
      isMonitorSilent(monitor, looked.state, facts.present ?? minute),
      minute,
    ),
    ...(looked.turn?.from === "new" && !noticed ? firstWord(looked.turn) : {}),
    turn: looked.turn,
    retold: alertRepeatReason(before, looked.state),
    ring: pushMinutesToRing(ringBeforeMinute(monitor, ring, shard.minute, minute), [sight]),
    hour: endedHourRow(monitor, ring, shard.minute, minute),
    day: missed.day,
  };
}
