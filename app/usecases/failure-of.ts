import { Crowded, DatabaseAway, LostRace } from "~/db/trouble";
import { Stalled } from "~/platform/database";
import type { Failure } from "~/rules/basics/failure";

/** Nothing is wrong with the database or with what was sent: others were faster, and nothing of it is in. */
export const crowdedCode = "crowded";

/** What an exception means to whoever asked: the database is away (503); null = a defect of ours (500). */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Crowded) return { name: "overloaded", retryAfter: 2, code: crowdedCode };
  const away = error instanceof DatabaseAway || error instanceof LostRace || error instanceof Stalled;
  return away ? { name: "overloaded", retryAfter: 10 } : null;
}
