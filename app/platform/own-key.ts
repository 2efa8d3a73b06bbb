import type { Bindings } from "./env";
import { onePerDeployment } from "./isolate";
import type { Secrets } from "./secrets";

/** The deployment runs with another secret than its database was sealed with: whatever needs a key is refused. */
export class WrongSecret extends Error {
  constructor() {
    super("UPFRONT_SECRET is another one than the database was sealed with");
  }
}

interface Around {
  bindings: Bindings;
  secrets: Secrets;
  d1: Pick<D1Database, "prepare">;
}

/** Keys change with the isolate only: a secret that fits is not asked for again. */
const known = onePerDeployment(() => ({ fits: false }));

const stored = "SELECT secret_key AS key FROM deployment WHERE id = 1";

/** Whether this secret, or the old one of a rotation, is that of the database. `key`: as it is stored, null = not noted yet. */
export async function fitsKey(secrets: Secrets, key: string | null): Promise<boolean> {
  return key === null || (await secrets.keyIds()).includes(key);
}

/** Throws WrongSecret. One statement an isolate, and one each time while it is the wrong one. */
export async function requireOwnKey(around: Around): Promise<void> {
  const memory = known(around);
  if (memory.fits) return;
  const ask = () => around.d1.prepare(stored).first<{ key: string | null }>();
  // It only reads, so what was lost on the way is asked again; what is away stays away.
  const row = await ask().catch(ask);
  if (!(await fitsKey(around.secrets, row?.key ?? null))) throw new WrongSecret();
  memory.fits = true;
}

/** The same secrets, but for sealing: what is sealed with a wrong one could never be opened with the right one. */
export const sealingOnlyOwn = (around: Around): Secrets => ({
  ...around.secrets,
  maySeal: () => requireOwnKey(around),
  async seal(text) {
    await requireOwnKey(around);
    return around.secrets.seal(text);
  },
});
