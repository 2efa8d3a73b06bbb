import type { Refusal } from "~/failures/refusal";
import type { CheckEvidence, StoredEvidence } from "./evidence";

/** Confirmed states of a monitor, from best to worst. `new` means that no state is confirmed yet. */
export const checkVerdicts = ["up", "degraded", "down"] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];
export type ConfirmedVerdict = "new" | CheckVerdict;

/**
 * Regions for second opinions, named by the location hints of Durable Objects:
 * https://developers.cloudflare.com/durable-objects/reference/data-location/
 */
export const checkRegions = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

/** Continents from which Globalping's probes are chosen, by Globalping's names. */
export const probeContinents = ["AF", "AS", "EU", "NA", "OC", "SA"] as const;

/** One monitor as the tick needs it; it is stored in its shard. */
export interface PlannedMonitor {
  id: string;
  kind: string;
  name: string;
  settingsSealed: string;
  /** Interval, in minutes. */
  interval: number;
  phase: number;
  timeoutSeconds: number;
  /**
   * Number of calls of a successful check. Plans older than this field have none, and the most that the kind can make
   * is assumed.
   */
  cost?: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  /** A response slower than usual by this factor counts as degraded; null or absent = not compared. */
  slowerThanUsual?: number | null;
  /** Its usual response time, added before a check; not part of the plan. */
  usualMs?: number | null;
  regions: string[];
  /** Continents whose Globalping probes give second opinions; absent = none. */
  continents?: string[];
  /** Number of places, ours included, that must agree before the state changes; null or absent = all that respond. */
  agree?: number | null;
  paused: boolean;
  /** Maximum number of minutes between reports of its results from outside; 0 or absent = we check it ourselves. */
  every?: number;
  /** Time of its creation or last resumption, in UTC ms; earlier results do not count. */
  watchedSince: number;
}

/**
 * One result that is not confirmed yet, or was just confirmed: minute (UTC ms / 60,000), verdict, response time in ms.
 */
export type UnconfirmedResult = [minute: number, verdict: CheckVerdict, milliseconds: number];

/** A warning about an expiry, and the minute (UTC ms / 60,000) of the last result that was as close to it. */
export interface ExpiryWarning {
  within: number;
  at: number;
}

/** Usual response time of a monitor. */
export interface UsualResponseTime {
  /** Minute in which it was computed, as UTC ms / 60,000. */
  minute: number;
  /** The 95th percentile of the response times of 7 days; null when there were too few. */
  milliseconds: number | null;
}

/** State of a monitor apart from its ring. Minutes are UTC ms / 60,000. */
export interface MonitorStateRecord {
  confirmed: ConfirmedVerdict;
  since: number;
  /** The last results in a row that are all worse, or all better, than the confirmed state. */
  run: UnconfirmedResult[];
  /** Minute of the last result; null = none yet. */
  last: number | null;
  /** Minute since which there are no results; null while results arrive. */
  silentSince: number | null;
  /** Minute of the first result since then that matches the confirmed state and ends the silence. */
  heardAt: number | null;
  /** `watchedSince` of the plan that this state belongs to. */
  watchedSince: number;
  /** True when it was due and did not run; then it is first in the next minute. */
  owed: boolean;
  /**
   * The last check's code, which the kind defines, and its reason without secrets; it can be translated to any
   * language.
   */
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  /** Usual response time; absent when it is not compared, or was not computed for a day. */
  usual?: UsualResponseTime;
  /** The other places' opinions when they were last requested. */
  opinions: SecondOpinion[];
  /** Result of the last vote; absent when there was none. */
  ballot?: VoteResult;
  /** Measurement by probes whose result is read in a later minute. */
  asked?: ProbeMeasurement;
  /** Evidence of the first check that found the monitor down, until that is confirmed. */
  first?: StoredEvidence;
  /** The warning that was sent while the monitor is degraded because something expires. */
  warned?: ExpiryWarning;
  /** Version of the reader that gave the last verdict; absent = older than this field. */
  reader?: number;
  /** The first result that an upgrade read differently, kept for a week. */
  reread?: UpgradeDifference;
  /**
   * Counts of the current UTC day (`day` = UTC ms / 86,400,000): checks up, degraded, down, without data, and the sum
   * of the response times (ms) of the first two.
   */
  day: number;
  today: [up: number, degraded: number, down: number, noData: number, milliseconds: number];
}

/** Difference between the first check that a newer version read and the state that the version before had confirmed. */
export interface UpgradeDifference {
  from: ConfirmedVerdict;
  to: CheckVerdict | "none";
  code: string;
  detail: Refusal;
  /** Minute, as UTC ms / 60,000. */
  minute: number;
}

/** Result of one check, slowness included. `none`: the check did not run, or its result is inconclusive. */
export interface MonitorCheckResult {
  verdict: CheckVerdict | "none";
  milliseconds: number | null;
  code: string;
  detail: Refusal;
  /** Public page that shows a third party's own statement. */
  link?: string;
  /** Upper bound of the days until something expires, in the steps at which the team is notified again. */
  within?: number;
  /** True when the expiry could not be read, so that an earlier warning stays. */
  leavesWarning?: true;
  /** Evidence, if it is down. */
  evidence?: CheckEvidence;
}

/** A measurement of Globalping, and the minute (UTC ms / 60,000) in which it was created. */
export interface ProbeMeasurement {
  id: string;
  minute: number;
}

/**
 * Result of another place's check. `none`: no response, or an inconclusive one, so the place has no vote; `waiting`:
 * the result is read in a later minute.
 */
export interface SecondOpinion {
  /** A region, or `globalping-` followed by a continent. */
  region: string;
  minute: number;
  verdict: CheckVerdict | "none" | "waiting";
  code: string;
  /** Response time in ms; absent, like the detail, in opinions older than these fields. */
  milliseconds?: number | null;
  detail?: Refusal;
  /** Page that shows the evidence. */
  link?: string;
}

/**
 * Result of a vote. `refuted`: so many places disagree that enough can no longer agree. `unsettled`: the votes do not
 * decide, so the state is unknown. `waiting`: pending results may still decide.
 */
export const voteOutcomes = ["confirmed", "refuted", "unsettled", "waiting"] as const;
export type VoteOutcome = (typeof voteOutcomes)[number];

/** Vote of all places, ours included, before a state changes. */
export interface VoteResult {
  /** Minute, as UTC ms / 60,000. */
  minute: number;
  outcome: VoteOutcome;
  /** Number of votes that were needed. */
  need: number;
  /** Number of places that should have been asked. */
  places: number;
  agree: number;
  against: number;
}
