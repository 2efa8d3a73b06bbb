import type { Failure } from "~/failures/failure";
import { DatabaseTimeoutError } from "./database";
import { DatabaseSecretMismatchError } from "./own-key";
import type { StorageTrouble } from "./storage";
import { DatabaseAwayError, KeyReusedError, LostRaceError, StorageRefusedError, WriteContentionError } from "./trouble";

/** Others were faster and nothing was written; neither the database nor the request is at fault. */
export const writeContentionCode = "crowded";
/** The operator must restore the former secret: until then everything that needs a key is refused. */
export const wrongSecretCode = "wrong_secret";
/** Only `/readyz` says more: on one machine the operator may have to free disk space. */
export const databaseAwayCode = "database_away";

/** Nothing can be saved until the operator makes room or the day is over; `/readyz` says which. */
export const storageTroubleCode = (why: StorageTrouble) => `storage_${why}` as const;

/** Two bodies had the same `Idempotency-Key`: the first that was committed is kept, and nothing of this one. */
export const keyReusedFailure: Failure = {
  name: "invalid",
  fields: { "idempotency-key": "commit.key_reused" },
  code: "idempotency_key_reused",
};

/** Returns a failure only for an unavailable database, for callers that handle all other errors themselves. */
export const databaseAwayFailure = (error: unknown): Failure | null =>
  error instanceof DatabaseAwayError ? failureOfError(error) : null;

/** Returns the failure for an exception: the database is away (503); null = a defect of ours (500). */
export function failureOfError(error: unknown): Failure | null {
  if (error instanceof WriteContentionError) return { name: "overloaded", retryAfter: 2, code: writeContentionCode };
  if (error instanceof KeyReusedError) return keyReusedFailure;
  if (error instanceof DatabaseSecretMismatchError)
    return { name: "overloaded", retryAfter: 300, code: wrongSecretCode };
  if (error instanceof StorageRefusedError)
    return { name: "overloaded", retryAfter: 10, code: storageTroubleCode(error.why) };
  const away =
    error instanceof DatabaseAwayError || error instanceof LostRaceError || error instanceof DatabaseTimeoutError;
  return away ? { name: "overloaded", retryAfter: 10 } : null;
}
