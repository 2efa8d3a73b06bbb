import type { Plan } from "~/plan/plan-budget";
import { regions } from "./monitor";

/** Where checks are made from: a region, a data centre that nobody chose, or the machine that runs everything. */
export type MeasuredFrom = (typeof regions)[number] | "cloudflare" | "own";

/** `spread`: in Durable Objects, which are made near the location; else wherever the platform runs the tick. */
export function measuredFrom(given: { plan: Plan; location: string | undefined; spread: boolean }): MeasuredFrom {
  if (given.plan === "own") return "own";
  const region = given.spread ? regions.find((each) => each === given.location) : undefined;
  return region ?? "cloudflare";
}
