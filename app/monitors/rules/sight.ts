import { type Refusal, refusalFor, shortenRefusal } from "~/failures/refusal";
import type { Evidence, ResponseEvidence, SeenCertificate } from "./evidence";
import type { Opinion, PlannedMonitor, Sight } from "./monitor";
import { type SlowLimits, type Slowness, slownessOf } from "./usual-time";

/** Finding of a kind of monitor (monitors/contract/contract). */
export interface SightFinding {
  verdict: "up" | "degraded" | "down" | "blocked" | "unknown";
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  link?: string;
  within?: number;
  leavesWarning?: true;
  steps?: Evidence["steps"];
  answer?: ResponseEvidence;
  certificate?: SeenCertificate;
}

const evidenceOf = ({ code, detail, milliseconds, steps = [], answer, certificate }: SightFinding): Evidence => ({
  code,
  detail,
  milliseconds,
  steps,
  ...(answer === undefined ? {} : { answer }),
  ...(certificate === undefined ? {} : { certificate }),
});

/** Longest detail stored with a monitor: a key, or a sentence of its kind with its values. */
const maxDetailChars = 400;

const slowWords = { slow: "check.slow", slower: "check.slower" } as const;

/** Returns the sight of a slow answer. */
export const slowSight = (slowness: Slowness, milliseconds: number | null): Sight => {
  const { code, ...limits } = slowness;
  return {
    verdict: "degraded",
    code,
    detail: refusalFor(slowWords[code], { milliseconds: milliseconds ?? 0, ...limits }),
    milliseconds,
  };
};

/**
 * Returns the sight of a finding, slowness included; when nothing was called, or a third party did not answer, it is
 * unknown and never down.
 */
export function sightOf(found: SightFinding, limits: SlowLimits): Sight {
  const { verdict, code, milliseconds } = found;
  const detail = shortenRefusal(found.detail, maxDetailChars);
  if (verdict === "blocked" || verdict === "unknown") return { verdict: "none", code, detail, milliseconds: null };
  const slowness = verdict === "up" ? slownessOf(milliseconds, limits) : null;
  const evidence = verdict === "down" && found.steps ? { evidence: evidenceOf(found) } : {};
  const link = found.link === undefined ? {} : { link: found.link };
  const within = found.within === undefined ? {} : { within: found.within };
  const leaves = found.leavesWarning ? { leavesWarning: found.leavesWarning } : {};
  if (slowness) return slowSight(slowness, milliseconds);
  return { verdict, code, detail, milliseconds, ...link, ...within, ...leaves, ...evidence };
}

/** The sight when our own network is down: the state of every monitor is unknown. */
export const noNetwork: Sight = {
  verdict: "none",
  code: "no_network",
  detail: "check.no_network",
  milliseconds: null,
};

/** Returns true when our own network was found down, so that the check learned nothing. */
export const isCutOff = (sight: Sight | undefined): boolean =>
  sight?.verdict === "none" && sight.code === noNetwork.code;

/** Returns the opinion that is stored with a monitor, without evidence and the parts that only an alert shows. */
export const opinionOf = (
  region: string,
  minute: number,
  { link: _link, within: _within, leavesWarning: _left, evidence: _seen, ...sight }: Sight,
): Opinion => ({
  region,
  minute,
  ...sight,
});

/** Returns the longest duration of one of `count` checks, in ms: six run at once, and all of them end in 20 s. */
export const timeoutOf = ({ timeoutSeconds }: Pick<PlannedMonitor, "timeoutSeconds">, count: number): number =>
  Math.floor(Math.min(timeoutSeconds * 1000, 8000, (20_000 * 6) / Math.max(1, count)));
