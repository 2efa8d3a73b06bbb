import { DatabaseAway, LostRace } from "~/db/trouble";
import { Stalled } from "~/platform/database";
import type { Failure } from "~/rules/failure";

/** What an exception means to whoever asked: the database is away (503); null = a defect of ours (500). */
export function failureOf(error: unknown): Failure | null {
  const away = error instanceof DatabaseAway || error instanceof LostRace || error instanceof Stalled;
  return away ? { name: "overloaded", retryAfter: 10 } : null;
}
