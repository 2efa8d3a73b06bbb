import type { Bindings } from "./env";
import { oncePerDeployment } from "./isolate";
import type { Secrets } from "./secrets";

/** Thrown when the database was sealed with another secret: everything that needs a key is refused. */
export class DatabaseSecretMismatchError extends Error {
  constructor() {
    super("UPFRONT_SECRET is another one than the database was sealed with");
  }
}

interface OwnKeyContext {
  bindings: Bindings;
  secrets: Secrets;
  d1: Pick<D1Database, "prepare">;
}

/** Keys change only with the isolate, so a secret that fits is not checked again. */
const known = oncePerDeployment(() => ({ fits: false }));

const stored = "SELECT secret_key AS key FROM deployment WHERE id = 1";

/**
 * Returns true if the current secret, or the previous secret during a rotation, is the one that the database was
 * encrypted with. `key` is the stored key id; null = not recorded yet.
 */
export async function isSecretOfDatabase(secrets: Secrets, key: string | null): Promise<boolean> {
  return key === null || (await secrets.keyIds()).includes(key);
}

/**
 * Returns null if the secret fits. Takes one statement per isolate, and one for each call while the secret is wrong.
 */
async function keyTrouble(around: OwnKeyContext): Promise<DatabaseSecretMismatchError | null> {
  const memory = known(around);
  if (memory.fits) return null;
  const ask = () => around.d1.prepare(stored).first<{ key: string | null }>();
  // It only reads, so a lost connection is retried once. It still fails if the database stays unavailable.
  const row = await ask().catch(ask);
  memory.fits = await isSecretOfDatabase(around.secrets, row?.key ?? null);
  return memory.fits ? null : new DatabaseSecretMismatchError();
}

/**
 * Returns secrets that refuse to encrypt while UPFRONT_SECRET is wrong, because the right secret could never decrypt
 * the result.
 */
export const sealOnlyWithOwnKey = (around: OwnKeyContext): Secrets => ({
  ...around.secrets,
  sealingTrouble: () => keyTrouble(around),
  async seal(text) {
    const trouble = await keyTrouble(around);
    if (trouble) throw trouble;
    return around.secrets.seal(text);
  },
});
