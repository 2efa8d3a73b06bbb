import type { Plan } from "~/plan/plan-budget";
import { checkRegions } from "./monitor";

/**
 * Origin of checks: a region, a Cloudflare data centre that the platform picks, or the machine that runs everything.
 */
export type MeasurementPlace = (typeof checkRegions)[number] | "cloudflare" | "own";

/**
 * Returns the origin of checks. `spread`: in Durable Objects, which are created near the location; otherwise the
 * platform picks where the tick runs.
 */
export function measurementPlaceOf(given: {
  plan: Plan;
  location: string | undefined;
  spread: boolean;
}): MeasurementPlace {
  if (given.plan === "own") return "own";
  const region = given.spread ? checkRegions.find((each) => each === given.location) : undefined;
  return region ?? "cloudflare";
}
