import type { Refusal } from "~/failures/refusal";
import type { CheckEvidence, StoredEvidence } from "./evidence";

/** Confirmed states of a monitor, from best to worst; `new` = not confirmed yet. */
export const checkVerdicts = ["up", "degraded", "down"] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];
export type ConfirmedVerdict = "new" | CheckVerdict;

/**
 * Regions for second opinions: the location hints of Durable Objects.
 * https://developers.cloudflare.com/durable-objects/reference/data-location/
 */
export const checkRegions = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

/** Continents from which Globalping's probes are chosen, by Globalping's names. */
export const probeContinents = ["AF", "AS", "EU", "NA", "OC", "SA"] as const;

/** One monitor as the tick needs it, stored in its shard. */
export interface PlannedMonitor {
  id: string;
  kind: string;
  name: string;
  settingsSealed: string;
  /** Interval, in minutes. */
  interval: number;
  phase: number;
  timeoutSeconds: number;
  /** Calls of a successful check; absent in plans older than this field = the most that its kind can make. */
  cost?: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  /** Factor above its usual response time that counts as degraded; null or absent = not compared. */
  slowerThanUsual?: number | null;
  /** Its usual response time, added before a check; not part of the plan. */
  usualMs?: number | null;
  regions: string[];
  /** Continents of Globalping's probes that are asked as well; absent = none. */
  continents?: string[];
  /** Places, ours included, that must agree before its state changes; null or absent = all that answer. */
  agree?: number | null;
  paused: boolean;
  /** Most minutes between reports of its results; 0 or absent = it is checked here. */
  every?: number;
  /** Instant of its creation or last resumption, in UTC ms; earlier results do not count. */
  watchedSince: number;
}

/** One result that is not confirmed yet, or was just confirmed: minute (UTC ms / 60,000), verdict, ms. */
export type UnconfirmedResult = [minute: number, verdict: CheckVerdict, milliseconds: number];

/** A warning about an expiry, and the minute (UTC ms / 60,000) of the last result that was as close to it. */
export interface ExpiryWarning {
  within: number;
  at: number;
}

/** Usual response time of a monitor. */
export interface UsualResponseTime {
  /** Minute of the computation, as UTC ms / 60,000. */
  minute: number;
  /** The p95 of the answers of 7 days; null when there were too few. */
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
  /** Minute since which there are no results; null when it is not silent. */
  silentSince: number | null;
  /** Minute of the first result since then that matches the confirmed state and ends the silence. */
  heardAt: number | null;
  /** `watchedSince` of the plan that this state belongs to. */
  watchedSince: number;
  /** True when it was due and did not run: it goes first in the next minute. */
  owed: boolean;
  /** The last check's code, defined by the kind, and its reason without secrets, translatable to any language. */
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  /** Usual response time; absent when it is not compared, or was not for a day. */
  usual?: UsualResponseTime;
  /** Other places' opinions from the last time they were asked. */
  opinions: SecondOpinion[];
  /** Result of the last vote; absent when there was none. */
  ballot?: VoteResult;
  /** Measurement by probes that is to be read in a later minute. */
  asked?: ProbeMeasurement;
  /** Evidence of the first check that found it down, until that is confirmed. */
  first?: StoredEvidence;
  /** Warning that was sent while it is degraded because something expires. */
  warned?: ExpiryWarning;
  /** Reader version that found its last verdict; absent = older than this field. */
  reader?: number;
  /** The first result that an upgrade read differently, kept for a week. */
  reread?: UpgradeDifference;
  /** Checks of the current UTC day (UTC ms / 86,400,000): up, degraded, down, no data, sum of ms of the first two. */
  day: number;
  today: [up: number, degraded: number, down: number, noData: number, milliseconds: number];
}

/** Difference between the first check read by a newer version and the state confirmed by the version before. */
export interface UpgradeDifference {
  from: ConfirmedVerdict;
  to: CheckVerdict | "none";
  code: string;
  detail: Refusal;
  /** Minute, as UTC ms / 60,000. */
  minute: number;
}

/** Result of one check, slowness included; `none`: it did not run, or learned nothing. */
export interface MonitorCheckResult {
  verdict: CheckVerdict | "none";
  milliseconds: number | null;
  code: string;
  detail: Refusal;
  /** Public page that shows a third party's own statement. */
  link?: string;
  /** Most days until something expires, by the steps at which the team is notified again. */
  within?: number;
  /** True when the expiry could not be read: an earlier warning stays. */
  leavesWarning?: true;
  /** Evidence, when it is down. */
  evidence?: CheckEvidence;
}

/** A measurement of Globalping, and the minute (UTC ms / 60,000) in which it was created. */
export interface ProbeMeasurement {
  id: string;
  minute: number;
}

/**
 * Another place's sight; `none`: no answer, or it learned nothing, so it has no vote; `waiting`: its answer is read in
 * a later minute.
 */
export interface SecondOpinion {
  /** Region, or `globalping-` and a continent. */
  region: string;
  minute: number;
  verdict: CheckVerdict | "none" | "waiting";
  code: string;
  /** Response time; absent, like the detail, in opinions older than these fields. */
  milliseconds?: number | null;
  detail?: Refusal;
  /** Page that shows its evidence. */
  link?: string;
}

/**
 * Result of a vote. `refuted`: so many places disagree that enough can no longer agree; `unsettled`: the answers decide
 * it neither way, so the state is unknown; `waiting`: pending answers may decide it.
 */
export const voteOutcomes = ["confirmed", "refuted", "unsettled", "waiting"] as const;
export type VoteOutcome = (typeof voteOutcomes)[number];

/** Vote of all places, ours included, before a state changes. */
export interface VoteResult {
  /** Minute, as UTC ms / 60,000. */
  minute: number;
  outcome: VoteOutcome;
  /** Votes that were needed. */
  need: number;
  /** All places that were to be asked. */
  places: number;
  agree: number;
  against: number;
}
