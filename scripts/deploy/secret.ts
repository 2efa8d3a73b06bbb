import { hkdfSync, randomBytes } from "node:crypto";
import type { RemoteDatabase } from "./database.ts";
import { DeployError } from "./deploy-error.ts";

/**
 * Returns the id of its sealing key, derived like in the worker (app/platform/secrets): it reveals nothing of the
 * secret.
 */
export const sealingKeyIdOf = (secret: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "upfront", "key id", 6)).toString("base64url");

interface SecretFacts {
  /** UPFRONT_SECRET of the environment. */
  given: string | null;
  /** True when the worker has one. */
  isSet: boolean;
  /** Id of the key with which the database was sealed; null = not recorded. */
  keyId: string | null;
  /** True when the database already has an owner. */
  isUsed: boolean;
  ci: boolean;
}

/** Returns the secret to be set with the upload; null = the worker keeps its own. Throws DeployError. */
export function chooseDeploymentSecret({
  given,
  isSet,
  keyId,
  isUsed,
  ci,
}: SecretFacts): { secret: string; made: boolean } | null {
  if (given !== null && keyId !== null && sealingKeyIdOf(given) !== keyId) throw new DeployError(another);
  if (isSet) return null;
  if (given !== null) return { secret: given, made: false };
  if (keyId !== null || isUsed) throw new DeployError(lost);
  if (ci) throw new DeployError(inCi);
  return { secret: randomBytes(32).toString("base64url"), made: true };
}

const another =
  "UPFRONT_SECRET is another one than this database was sealed with, so nothing was changed: set the first one, or none. To rotate it, see “Rotating the secret” in docs/operations.md.";
const lost =
  "The worker has no secret, but its database is in use: set UPFRONT_SECRET to the one that it was sealed with, and deploy again.";
const inCi =
  "The first deployment makes a secret and shows it once, which must not be in a log: set UPFRONT_SECRET (at least 32 random characters) among the secrets of your CI, and keep it.";

/** Returns the check value in the database; null before its tables exist, and when none was recorded. */
export async function readSealingKeyId(database: RemoteDatabase): Promise<string | null> {
  const columns = await database.rows<{ name: string }>("SELECT name FROM pragma_table_info('deployment')");
  if (!columns.some(({ name }) => name === "secret_key")) return null;
  const [row] = await database.rows<{ key: string | null }>("SELECT secret_key AS key FROM deployment WHERE id = 1");
  return row?.key ?? null;
}

/** Records the id of the key before the worker gets the secret, so that no other secret can be set in between. */
export async function recordSealingKey(database: RemoteDatabase, secret: string): Promise<void> {
  await database.rows("INSERT OR IGNORE INTO deployment (id) VALUES (1)");
  await database.rows("UPDATE deployment SET secret_key = ?1 WHERE id = 1 AND secret_key IS NULL", [
    sealingKeyIdOf(secret),
  ]);
}
