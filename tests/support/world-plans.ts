import fc from "fast-check";
import type { Late, WorldPlan } from "./world";

export interface WorldSize {
  pages: number;
  shards: number;
  heartbeats: number;
  waiting: number;
}

/** Deployments of up to this size, with and without bindings, and an outage of everything that they monitor. */
export const worldPlans = (most: WorldSize): fc.Arbitrary<WorldPlan> =>
  fc
    .record({
      plan: fc.constantFrom("free" as const, "paid" as const, "own" as const),
      checker: fc.boolean(),
      wake: fc.boolean(),
      pages: fc.integer({ min: 1, max: most.pages }),
      shards: fc.integer({ min: 0, max: most.shards }),
      heartbeats: fc.integer({ min: 0, max: most.heartbeats }),
      pinged: fc.boolean(),
      waiting: fc.integer({ min: 0, max: most.waiting }),
      downAt: fc.integer({ min: 1, max: 4 }),
      length: fc.integer({ min: 1, max: 6 }),
      firesAt: fc.option(fc.integer({ min: 1, max: 5 })),
    })
    .map(({ length, ...plan }) => ({ ...plan, upAt: plan.downAt + length }));

/**
 * Thirty pages on the free plan without queue or objects, five of them monitored: quiet except for what a test adds.
 */
export const smallPlan: WorldPlan = {
  plan: "free",
  checker: false,
  wake: false,
  pages: 30,
  watched: 5,
  shards: 1,
  heartbeats: 0,
  pinged: true,
  waiting: 0,
  downAt: 4,
  upAt: 99,
  firesAt: null,
};

export const saidOf = ({ unit, minutes, allowed }: Late): string =>
  `${unit.key} waited ${minutes.toFixed(1)} min, ${allowed} allowed`;
