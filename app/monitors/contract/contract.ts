import type { z } from "zod";
import type { Refusal } from "~/failures/refusal";
import type { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import type { Outbound } from "~/platform/outbound";
import type { PresentedCertificate, ResponseEvidence } from "../rules/evidence";
import type { PublicProbeCheck } from "./globalping/question";
import type { AgentPrecedingRequest } from "./http/preceding-requests";

export { englishSentence } from "~/failures/refusal";

/** One step of a check, for "check now": its title, outcome and finding. */
export interface CheckStep {
  title: Refusal;
  ok: boolean;
  detail: Refusal;
}

/**
 * Result of one check. `degraded`: works, but needs attention. `blocked`: an address that we do not call. `unknown`: a
 * third party did not respond. The last two never count as down. `milliseconds` is the time to the response, null
 * without one; the kind does not judge slowness.
 */
export interface CheckFinding {
  verdict: "up" | "degraded" | "down" | "blocked" | "unknown";
  /** Short code for programs: `ok`, `timeout`, `unreachable`, `too_many_redirects`, `status`, `text_missing` … */
  code: string;
  /**
   * Text for people, built with `says`. It has at most 200 characters when rendered, and contains no secret of the
   * settings.
   */
  detail: Refusal;
  milliseconds: number | null;
  steps: CheckStep[];
  /** Public page that shows a third party's own statement; a web address without secrets. */
  link?: string;
  /**
   * Days until something expires, rounded to a step of `expiryStepDays`. The team is notified again when the step
   * becomes smaller.
   */
  within?: number;
  /**
   * True when the check succeeded but the expiry date could not be read this time, so that an earlier warning stays.
   */
  leavesWarning?: true;
  /** The response, when the monitor is down; `harmless` removes its secrets and shortens it. */
  answer?: ResponseEvidence;
  /** The certificate that the server presented, when the certificate is the reason for the failure. */
  certificate?: PresentedCertificate;
}

/**
 * Address that a monitor would call, in one of two fields: `url` with its scheme, `host` as a name or an IP address.
 */
export interface CallAddress {
  url?: string;
  host?: string;
}

export interface CheckInput<Settings> {
  settings: Settings;
  /** The only way to make calls, which is guarded and counts them against the invocation's budget. */
  outbound: Outbound;
  /** Longest time for the whole check, in ms. */
  timeout: number;
  now: () => number;
}

/**
 * One kind of check that we run ourselves. It returns a finding, has no clock or database, and makes calls only through
 * `outbound`. `docs/add-a-monitor-kind.md` shows a complete kind; the shared contract test runs over every kind.
 */
export interface MonitorKind<Settings = unknown> {
  /** Permanent name in the database and the API. `[a-z0-9-]`. */
  kind: string;
  /** Name that people see. */
  title: string;
  /** One sentence on the form which explains what it checks. */
  about: string;
  /**
   * The settings on its form. Secrets carry `.meta({ secret: true, origin: "url" })`, where `url` is the setting with
   * the address to which they are sent, and are masked everywhere.
   */
  settings: z.ZodType<Settings>;
  /** Maximum number of calls in one check, including redirects; at most `maxCallsPerCheck`. */
  calls: number;
  /**
   * Place where checks run; absent = only here. `either`: here, or by an agent in a private network. `agent`: by an
   * agent only. `reported`: an external checker reports the results.
   */
  from?: "either" | "agent" | "reported";
  /** Returns the number of calls of a successful check with these settings and without redirects; absent = one. */
  cost?(settings: Settings): number;
  /**
   * True when it queries a third party (a resolver, a registry), whose silence means nothing about the target itself.
   */
  secondHand?: true;
  /** True when the response time means nothing for the target, so that it is not measured, drawn or judged. */
  untimed?: true;
  /** Shortest interval in minutes, for a third party that limits requests; absent = one. */
  leastInterval?: (typeof allowedCheckIntervalMinutes)[number];
  /** File beside the worker with example settings: a list of name, settings, source and date. */
  presets?: string;
  /** Returns the way in which a public network of probes checks the same target; absent or null = it cannot. */
  publicLook?(settings: Settings): PublicProbeCheck | null;
  /** Returns the target as lists show it: without credentials or query. */
  target(settings: Settings): string;
  /** Returns the addresses that the address guard must allow before the settings are saved. */
  addresses(settings: Settings): CallAddress[];
  /**
   * Returns the names of the settings in use that only checks from here support. A monitor with any of them is not
   * given to an agent.
   */
  notByAgent?(settings: Settings): readonly string[];
  /** Returns the HTTP requests that an agent sends, in order; the last one is judged. */
  requests?(settings: Settings): AgentPrecedingRequest[];
  /** Runs the check. Throws only when the meter has no calls left. */
  check(given: CheckInput<Settings>): Promise<CheckFinding>;
  /** Valid settings, for the contract test and for examples. */
  sampleSettings: Settings;
}

export type AnyMonitorKind = MonitorKind<unknown>;

/** Hides a kind's own settings type outside its file. */
export const defineMonitorKind = <Settings>(kind: MonitorKind<Settings>): AnyMonitorKind => kind as AnyMonitorKind;
