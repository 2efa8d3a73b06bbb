import type { Refusal } from "~/failures/refusal";
import type { Evidence, KeptEvidence } from "./evidence";

/** Confirmed states of a monitor, from best to worst; `new` = nothing is confirmed yet. */
export const verdicts = ["up", "degraded", "down"] as const;
export type Verdict = (typeof verdicts)[number];
export type Confirmed = "new" | Verdict;

/** Where a second opinion can be had: the location hints of Durable Objects. https://developers.cloudflare.com/durable-objects/reference/data-location/ */
export const regions = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;

/** Where Globalping's probes are chosen from: continents, as it names them. */
export const continents = ["AF", "AS", "EU", "NA", "OC", "SA"] as const;

/** One monitor as the tick needs it, kept in its shard. */
export interface PlannedMonitor {
  id: string;
  kind: string;
  name: string;
  settingsSealed: string;
  /** Minutes. */
  interval: number;
  phase: number;
  timeoutSeconds: number;
  /** Calls of a check when all is well; absent in plans of before it was known = as many as its kind can make. */
  cost?: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  /** So many times slower than usual is degraded, too; null or absent = it is not compared. */
  slowerThanUsual?: number | null;
  /** Its usual, put beside it before it is checked; no plan holds it. */
  usualMs?: number | null;
  regions: string[];
  /** Continents of Globalping's probes that are asked too; absent = none. */
  continents?: string[];
  /** So many places must see it before it turns, ours among them; null or absent = all that answer. */
  agree?: number | null;
  paused: boolean;
  /** Its results are brought to us, at the latest after so many minutes; 0 or absent = we look ourselves. */
  every?: number;
  /** Made or resumed then, in UTC ms: what was known before is forgotten. */
  watchedSince: number;
}

/** One result that is not confirmed yet, or was just confirmed: minute (UTC ms / 60,000), verdict, ms. */
export type Result = [minute: number, verdict: Verdict, milliseconds: number];

/** A warning of an end that was told, and the minute (UTC ms / 60,000) of the last result that was as near to the end. */
export interface Warned {
  within: number;
  at: number;
}

/** How slow a monitor usually is. */
export interface Usual {
  /** UTC ms / 60,000 at which it was found out. */
  minute: number;
  /** p95 of the answers of 7 days; null = there were too few. */
  milliseconds: number | null;
}

/** What is known of a monitor besides its ring. Minutes are UTC ms / 60,000. */
export interface MonitorState {
  confirmed: Confirmed;
  since: number;
  /** The last results in a row that all are worse, or all are better, than what is confirmed. */
  run: Result[];
  /** Minute of the last result; null = none yet. */
  last: number | null;
  /** Since when nothing was found out; null = it is not silent. */
  silentSince: number | null;
  /** First result since then that fits what is confirmed: with it, the silence ends. */
  heardAt: number | null;
  /** `watchedSince` of the plan that this state belongs to. */
  watchedSince: number;
  /** It was due and did not run: it goes first next minute. */
  owed: boolean;
  /** What the last check found: a code of the kind, and why without secrets, to be read in any language. */
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  /** Absent where it is not compared, or was not for a day. */
  usual?: Usual;
  /** What other places said when they were last asked. */
  opinions: Opinion[];
  /** How the places were counted when they were last asked; absent = they never were. */
  ballot?: Ballot;
  /** Probes that were asked and are to be read in a later minute. */
  asked?: Asked;
  /** While it is down and that is not confirmed: what the first check of them saw. */
  first?: KeptEvidence;
  /** While it is degraded because something runs out: what was told of that. */
  warned?: Warned;
  /** The way of reading that its last verdict was found by; absent = that of the versions before it was kept. */
  reader?: number;
  /** For a week after an upgrade: what the new way of reading found otherwise. */
  reread?: Reread;
  /** Checks of the open UTC day (UTC ms / 86,400,000): up, degraded, down, no data, sum of ms of the first two. */
  day: number;
  today: [up: number, degraded: number, down: number, noData: number, milliseconds: number];
}

/** What differed at the first check that a newer version read, as against what the version before had confirmed. */
export interface Reread {
  from: Confirmed;
  to: Verdict | "none";
  code: string;
  detail: Refusal;
  /** UTC ms / 60,000. */
  minute: number;
}

/** What one check came to, once slowness is judged; `none`: it did not run, or found nothing out. */
export interface Sight {
  verdict: Verdict | "none";
  milliseconds: number | null;
  code: string;
  detail: Refusal;
  /** Of somebody else's word: where visitors can read it. */
  link?: string;
  /** Of what runs out: so many days before its end at the most, by the steps at which it is told again. */
  within?: number;
  /** When it ends could not be looked at: a warning that was told stays. */
  leavesWarning?: true;
  /** Of one that is down. */
  evidence?: Evidence;
}

/** A measurement of Globalping, and the minute (UTC ms / 60,000) in which it was created. */
export interface Asked {
  id: string;
  minute: number;
}

/**
 * What another place saw when it was asked; `none`: it did not answer, or found nothing out, so it has no vote; `waiting`:
 * its answer is read in a later minute.
 */
export interface Opinion {
  /** A region, or `globalping-` and a continent. */
  region: string;
  minute: number;
  verdict: Verdict | "none" | "waiting";
  code: string;
  /** Absent in what was kept before places said how long they took, and why. */
  milliseconds?: number | null;
  detail?: Refusal;
  /** Where its evidence can be seen. */
  link?: string;
}

/**
 * What a count of places came to. `refuted`: so many see otherwise that enough can no longer agree; `unsettled`: those that
 * answered settle it neither way, so nothing is known; `waiting`: answers that are still to come may settle it.
 */
export const outcomes = ["confirmed", "refuted", "unsettled", "waiting"] as const;
export type Outcome = (typeof outcomes)[number];

/** Places counted before something turns, ours among them. */
export interface Ballot {
  /** UTC ms / 60,000. */
  minute: number;
  outcome: Outcome;
  /** So many had to agree. */
  need: number;
  /** All that were to be asked. */
  places: number;
  agree: number;
  against: number;
}
