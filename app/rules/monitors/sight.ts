import type { Opinion, PlannedMonitor, Sight } from "./monitor";

/** What a kind of monitor found (monitors/contract). */
export interface Found {
  verdict: "up" | "down" | "blocked";
  code: string;
  detail: string;
  milliseconds: number | null;
}

/** Slowness is judged here; an address that we do not call tells nothing, so it is never down. */
export function sightOf(found: Found, degradedAboveMs: number | null): Sight {
  const { verdict, code, milliseconds } = found;
  const detail = found.detail.slice(0, 200);
  if (verdict === "blocked") return { verdict: "none", code, detail, milliseconds: null };
  const slow = verdict === "up" && degradedAboveMs !== null && (milliseconds ?? 0) > degradedAboveMs;
  if (!slow) return { verdict, code, detail, milliseconds };
  return {
    verdict: "degraded",
    code: "slow",
    detail: `It took ${milliseconds} ms, more than ${degradedAboveMs}.`,
    milliseconds,
  };
}

/** Our own network is gone: nobody knows anything. */
export const noNetwork: Sight = {
  verdict: "none",
  code: "no_network",
  detail: "Our own network was down, so this result doesn’t count.",
  milliseconds: null,
};

export const opinionOf = (region: string, minute: number, { verdict, code }: Sight): Opinion => ({
  region,
  minute,
  verdict,
  code,
});

/** How long one of `count` checks may take, in ms: six run at once, and all of them end in 20 s. */
export const timeoutOf = ({ timeoutSeconds }: Pick<PlannedMonitor, "timeoutSeconds">, count: number): number =>
  Math.floor(Math.min(timeoutSeconds * 1000, 8000, (20_000 * 6) / Math.max(1, count)));
