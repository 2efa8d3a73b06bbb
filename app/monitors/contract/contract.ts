import type { z } from "zod";
import type { Refusal } from "~/failures/refusal";
import type { intervals } from "~/plan/check-intervals";
import type { Outbound } from "~/platform/outbound";
import type { Answer, SeenCertificate } from "../rules/evidence";
import type { PublicLook } from "./globalping/question";
import type { OrderedRequest } from "./http/earlier";

export { says } from "~/failures/refusal";

/** One thing that was looked at, for "check now": what, whether it was well, and what was found. */
export interface Step {
  title: Refusal;
  ok: boolean;
  detail: Refusal;
}

/**
 * What one check found. `degraded`: it works, and somebody should look after it. `blocked`: it is an address that we do
 * not call; `unknown`: who was asked about it did not answer: of both nothing is known, and nobody is told that it is down.
 * Slowness is not the kind's to judge: `milliseconds` is until the answer was in, null where none came.
 */
export interface Finding {
  verdict: "up" | "degraded" | "down" | "blocked" | "unknown";
  /** A short word for programs: `ok`, `timeout`, `unreachable`, `too_many_redirects`, `status`, `text_missing` … */
  code: string;
  /** For people, by `says`: at most 200 characters as it is read; carries no secret of the settings. */
  detail: Refusal;
  milliseconds: number | null;
  steps: Step[];
  /** Of somebody else's word: where visitors can read it. A web address without secrets. */
  link?: string;
  /** Of what soon runs out: within how many days, by `expiresWithin`. The team is told again when it is fewer. */
  within?: number;
  /** It works, and when what it warns of ends could not be read this time: a warning that was told stays. */
  leavesWarning?: true;
  /** What came back, where it is down: `harmless` strikes out what is secret and cuts it. */
  answer?: Answer;
  /** What the server showed, where its certificate is what is wrong. */
  certificate?: SeenCertificate;
}

/** Where a monitor would call: one of the two. `url` with its scheme, `host` a name or an address. */
export interface Address {
  url?: string;
  host?: string;
}

export interface Check<Settings> {
  settings: Settings;
  /** The only way out: guarded, and charged to the invocation. */
  outbound: Outbound;
  /** ms within which all of it must be over. */
  timeout: number;
  now: () => number;
}

/**
 * One kind of thing that we check ourselves. It looks and says what it found: no clock, no database; its only way out is
 * `outbound`. `docs/add-a-monitor-kind.md` shows a whole one; the shared contract test runs over every kind.
 */
export interface MonitorKind<Settings = unknown> {
  /** In the database and the API, for ever. `[a-z0-9-]`. */
  kind: string;
  /** What people call it. */
  title: string;
  /** One sentence on its form: what it looks at. */
  about: string;
  /**
   * The settings on its form. Secrets carry `.meta({ secret: true, origin: "url" })`, where `url` is the setting with the
   * address that they are sent to, and are masked everywhere.
   */
  settings: z.ZodType<Settings>;
  /** The most calls that one check makes, redirects among them; at most `callsOfCheck`. */
  calls: number;
  /**
   * Where it can be checked from; absent = from here alone. `either`: from here, or by an agent in somebody's own network;
   * `agent`: by one alone; `reported`: no program of ours looks, its results come from a checker of somebody's own.
   */
  from?: "either" | "agent" | "reported";
  /** The calls that a check with these settings makes when all is well and nobody redirects it; absent = one. */
  cost?(settings: Settings): number;
  /** It asks somebody else about the thing (a resolver, a registry): nobody there says nothing of the thing itself. */
  secondHand?: true;
  /** How fast the answer comes says nothing of the thing itself: no time is found, so none is drawn or judged. */
  untimed?: true;
  /** Minutes that must pass between two checks, where whoever is asked counts the questions; absent = one. */
  leastInterval?: (typeof intervals)[number];
  /** A file beside the worker with settings to begin with: a list of name, settings, source and date. */
  presets?: string;
  /** How a public network of probes looks at the same thing; absent or null = it cannot. */
  publicLook?(settings: Settings): PublicLook | null;
  /** What a list shows of where it looks: no credentials, no query. */
  target(settings: Settings): string;
  /** What the address guard must let pass before the settings are saved. */
  addresses(settings: Settings): Address[];
  /** Which of these settings only we can check by: no agent is given them. */
  notByAgent?(settings: Settings): readonly string[];
  /** What an agent sends by HTTP, in order; the last one is judged. */
  requests?(settings: Settings): OrderedRequest[];
  /** Never throws, but for a meter that is spent. */
  check(given: Check<Settings>): Promise<Finding>;
  /** Settings that pass the schema, for the contract test and for examples. */
  sampleSettings: Settings;
}

export type AnyMonitorKind = MonitorKind<unknown>;

/** Keeps a kind's own settings type inside its file. */
export const defineMonitorKind = <Settings>(kind: MonitorKind<Settings>): AnyMonitorKind => kind as AnyMonitorKind;
