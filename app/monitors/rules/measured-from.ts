import type { Plan } from "~/plan/plan-budget";
import { regions } from "./monitor";

/**
 * Origin of checks: a region, a Cloudflare data centre that the platform picks, or the machine that runs everything.
 */
export type MeasuredFrom = (typeof regions)[number] | "cloudflare" | "own";

/**
 * Returns the origin of checks. `spread`: in Durable Objects, which are created near the location; otherwise the
 * platform picks where the tick runs.
 */
export function measuredFrom(given: { plan: Plan; location: string | undefined; spread: boolean }): MeasuredFrom {
  if (given.plan === "own") return "own";
  const region = given.spread ? regions.find((each) => each === given.location) : undefined;
  return region ?? "cloudflare";
}
