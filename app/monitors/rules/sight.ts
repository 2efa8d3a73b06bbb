import { type Refusal, refusalFor, shortenRefusal } from "~/failures/refusal";
import type { CheckEvidence, PresentedCertificate, ResponseEvidence } from "./evidence";
import type { MonitorCheckResult, PlannedMonitor, SecondOpinion } from "./monitor";
import { type SlowLimits, type Slowness, slownessOf } from "./usual-time";

/** Finding of a kind of monitor (monitors/contract/contract). */
export interface RawCheckFinding {
  verdict: "up" | "degraded" | "down" | "blocked" | "unknown";
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  link?: string;
  within?: number;
  leavesWarning?: true;
  steps?: CheckEvidence["steps"];
  answer?: ResponseEvidence;
  certificate?: PresentedCertificate;
}

const evidenceOf = ({
  code,
  detail,
  milliseconds,
  steps = [],
  answer,
  certificate,
}: RawCheckFinding): CheckEvidence => ({
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

/** Returns the result of a check with a slow response. */
export const slowCheckResult = (slowness: Slowness, milliseconds: number | null): MonitorCheckResult => {
  const { code, ...limits } = slowness;
  return {
    verdict: "degraded",
    code,
    detail: refusalFor(slowWords[code], { milliseconds: milliseconds ?? 0, ...limits }),
    milliseconds,
  };
};

/**
 * Returns the check's result from a finding, slowness included. When nothing was called, or a third party did not
 * respond, it is unknown and never down.
 */
export function checkResultOfFinding(found: RawCheckFinding, limits: SlowLimits): MonitorCheckResult {
  const { verdict, code, milliseconds } = found;
  const detail = shortenRefusal(found.detail, maxDetailChars);
  if (verdict === "blocked" || verdict === "unknown") return { verdict: "none", code, detail, milliseconds: null };
  const slowness = verdict === "up" ? slownessOf(milliseconds, limits) : null;
  const evidence = verdict === "down" && found.steps ? { evidence: evidenceOf(found) } : {};
  const link = found.link === undefined ? {} : { link: found.link };
  const within = found.within === undefined ? {} : { within: found.within };
  const leaves = found.leavesWarning ? { leavesWarning: found.leavesWarning } : {};
  if (slowness) return slowCheckResult(slowness, milliseconds);
  return { verdict, code, detail, milliseconds, ...link, ...within, ...leaves, ...evidence };
}

/** The sight when our own network is down: the state of every monitor is unknown. */
export const noNetworkResult: MonitorCheckResult = {
  verdict: "none",
  code: "no_network",
  detail: "check.no_network",
  milliseconds: null,
};

/** Returns true when our own network was found down, so that the check learned nothing. */
export const isNoNetworkResult = (sight: MonitorCheckResult | undefined): boolean =>
  sight?.verdict === "none" && sight.code === noNetworkResult.code;

/** Returns the opinion that is stored with a monitor, without evidence and the parts that only an alert shows. */
export const opinionOfResult = (
  region: string,
  minute: number,
  { link: _link, within: _within, leavesWarning: _left, evidence: _seen, ...sight }: MonitorCheckResult,
): SecondOpinion => ({
  region,
  minute,
  ...sight,
});

/** Returns the longest duration of one of `count` checks, in ms: six run at once, and all of them end in 20 s. */
export const checkTimeoutMs = ({ timeoutSeconds }: Pick<PlannedMonitor, "timeoutSeconds">, count: number): number =>
  Math.floor(Math.min(timeoutSeconds * 1000, 8000, (20_000 * 6) / Math.max(1, count)));
