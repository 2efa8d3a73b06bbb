import type { ThingReference } from "./move-things";
import type { MovedNoun } from "./moved-nouns";

/**
 * `keep`: something came and what is here stays, as a person edited or joined it. `same`: nothing came. `join`: it is
 * known from now on as a thing that is here. `conflict`: a person has to choose.
 */
export const importPlanVerdicts = ["make", "change", "keep", "same", "join", "conflict", "left_out"] as const;
export type ImportPlanVerdict = (typeof importPlanVerdicts)[number];

/** Reasons that a preview shows beside a thing. */
export const importPlanReasonCodes = [
  "unticked",
  "twice",
  "needs",
  "without",
  "no_check_here",
  "settings_refused",
  "too_many_monitors",
  "too_many_heartbeats",
  "too_many_components",
  "too_many_templates",
  "too_many_series",
  "too_many_channels",
  "ping_key_taken",
  "no_way_here",
  "name_here",
  "joined_already",
  "skipped",
  "edited_here",
  "deleted_here",
  "was_here_before",
  "paused_there",
  "over_plan",
  "silent",
  "not_moved_yet",
] as const;
export type ImportPlanReasonCode = (typeof importPlanReasonCodes)[number];

export interface ImportPlanReason {
  code: ImportPlanReasonCode;
  /** Names of the things that the reason is about. */
  names?: readonly string[];
}

/** State in which a thing comes in; a change leaves all of this as it is here. */
export interface ThingArrival {
  isPaused: boolean;
  /** A monitor notifies nobody until it is taken over. */
  isSilent: boolean;
  /** A heartbeat is never late before its first ping here. */
  waitsForPing: boolean;
  /** First counted day of a component, UTC ms; null = from now on. */
  countedFromMs: number | null;
  /** People keep a component's status and vouch for its past; false = it is watched, and unknown until then. */
  isHandKept: boolean;
  /** Zone of the page. */
  timeZone: string | null;
}

export interface PlannedImportThing extends ThingReference {
  noun: MovedNoun;
  name: string;
  verdict: ImportPlanVerdict;
  /** Our id where the thing is known or joined; of a conflict, the one that it would join. */
  ourId: string | null;
  /** Hash of what came; null for subscribers and what is left out. */
  hash: string | null;
  reasons: readonly ImportPlanReason[];
  /** Things that it names and comes without. */
  without: readonly ThingReference[];
  /** Reminders of maintenance that wait with it; absent = none. */
  reminders?: number;
  /** Has a second row in the table of ids, for its id at Statuspage; absent = it was never there. */
  wasAtStatuspage?: true;
  arrival: ThingArrival;
}

export const plainThingArrival: ThingArrival = {
  isPaused: false,
  isSilent: false,
  waitsForPing: false,
  countedFromMs: null,
  isHandKept: false,
  timeZone: null,
};
