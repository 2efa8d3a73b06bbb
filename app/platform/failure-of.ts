import type { Failure } from "~/failures/failure";
import { Stalled } from "./database";
import { WrongSecret } from "./own-key";
import type { StorageTrouble } from "./storage";
import { Crowded, DatabaseAway, KeyReused, LostRace, StorageRefused } from "./trouble";

/** Nothing is wrong with the database or with what was sent: others were faster, and nothing of it is in. */
export const crowdedCode = "crowded";
/** The operator has to set the secret of before: until then whatever needs a key is refused. */
export const wrongSecretCode = "wrong_secret";
/** What only `/readyz` says of it: on one machine the operator may have to free its disk. */
export const databaseAwayCode = "database_away";

/** Nothing can be saved until the operator makes room or the day is over; `/readyz` says which. */
export const storageCode = (why: StorageTrouble) => `storage_${why}` as const;

/** One `Idempotency-Key` came with two bodies: the first that was committed is in, and nothing of this one. */
export const keyReused: Failure = {
  name: "invalid",
  fields: { "idempotency-key": "commit.key_reused" },
  code: "idempotency_key_reused",
};

/** The same of a database that is away alone, for those that tell what else happens by themselves. */
export const awayFailure = (error: unknown): Failure | null =>
  error instanceof DatabaseAway ? failureOf(error) : null;

/** What an exception means to whoever asked: the database is away (503); null = a defect of ours (500). */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Crowded) return { name: "overloaded", retryAfter: 2, code: crowdedCode };
  if (error instanceof KeyReused) return keyReused;
  if (error instanceof WrongSecret) return { name: "overloaded", retryAfter: 300, code: wrongSecretCode };
  if (error instanceof StorageRefused) return { name: "overloaded", retryAfter: 10, code: storageCode(error.why) };
  const away = error instanceof DatabaseAway || error instanceof LostRace || error instanceof Stalled;
  return away ? { name: "overloaded", retryAfter: 10 } : null;
}
