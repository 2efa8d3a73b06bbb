import { type Refusal, said, shortened } from "~/failures/refusal";
import type { Answer, Evidence, SeenCertificate } from "./evidence";
import type { Opinion, PlannedMonitor, Sight } from "./monitor";
import { type SlowLimits, type Slowness, slownessOf } from "./usual";

/** What a kind of monitor found (monitors/contract/contract). */
export interface Found {
  verdict: "up" | "degraded" | "down" | "blocked" | "unknown";
  code: string;
  detail: Refusal;
  milliseconds: number | null;
  link?: string;
  within?: number;
  leavesWarning?: true;
  steps?: Evidence["steps"];
  answer?: Answer;
  certificate?: SeenCertificate;
}

const evidenceOf = ({ code, detail, milliseconds, steps = [], answer, certificate }: Found): Evidence => ({
  code,
  detail,
  milliseconds,
  steps,
  ...(answer === undefined ? {} : { answer }),
  ...(certificate === undefined ? {} : { certificate }),
});

/** As it is kept beside each monitor: a key, or a sentence of its kind, with what fills it. */
const longest = 400;

const slowWords = { slow: "check.slow", slower: "check.slower" } as const;

/** How slowness is told. */
export const slowSight = (slowness: Slowness, milliseconds: number | null): Sight => {
  const { code, ...limits } = slowness;
  return {
    verdict: "degraded",
    code,
    detail: said(slowWords[code], { milliseconds: milliseconds ?? 0, ...limits }),
    milliseconds,
  };
};

/** Slowness is judged here; what was not called or did not answer for another tells nothing, so it is never down. */
export function sightOf(found: Found, limits: SlowLimits): Sight {
  const { verdict, code, milliseconds } = found;
  const detail = shortened(found.detail, longest);
  if (verdict === "blocked" || verdict === "unknown") return { verdict: "none", code, detail, milliseconds: null };
  const slowness = verdict === "up" ? slownessOf(milliseconds, limits) : null;
  const evidence = verdict === "down" && found.steps ? { evidence: evidenceOf(found) } : {};
  const link = found.link === undefined ? {} : { link: found.link };
  const within = found.within === undefined ? {} : { within: found.within };
  const leaves = found.leavesWarning ? { leavesWarning: found.leavesWarning } : {};
  if (slowness) return slowSight(slowness, milliseconds);
  return { verdict, code, detail, milliseconds, ...link, ...within, ...leaves, ...evidence };
}

/** Our own network is gone: nobody knows anything. */
export const noNetwork: Sight = {
  verdict: "none",
  code: "no_network",
  detail: "check.no_network",
  milliseconds: null,
};

/** Our own network was found to be away, so that nothing was seen. */
export const isCutOff = (sight: Sight | undefined): boolean =>
  sight?.verdict === "none" && sight.code === noNetwork.code;

/** Kept beside what is known of the monitor, so without what only an alert shows, and without evidence. */
export const opinionOf = (
  region: string,
  minute: number,
  { link: _link, within: _within, leavesWarning: _left, evidence: _seen, ...sight }: Sight,
): Opinion => ({
  region,
  minute,
  ...sight,
});

/** How long one of `count` checks may take, in ms: six run at once, and all of them end in 20 s. */
export const timeoutOf = ({ timeoutSeconds }: Pick<PlannedMonitor, "timeoutSeconds">, count: number): number =>
  Math.floor(Math.min(timeoutSeconds * 1000, 8000, (20_000 * 6) / Math.max(1, count)));
