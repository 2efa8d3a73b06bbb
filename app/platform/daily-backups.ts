import type { CopiesSaid } from "~/rules/backup/daily";
import type { Bindings } from "./env";

/** ms: a page is not to wait for it. */
const patience = 1000;

/** What the machine that runs us says of its daily backups (scripts/start/daily-copies); null where it does not answer. */
async function saidBy(backups: Fetcher): Promise<CopiesSaid | null> {
  try {
    const answer = await backups.fetch("http://backups/", { signal: AbortSignal.timeout(patience) });
    return answer.ok ? ((await answer.json()) as CopiesSaid) : null;
  } catch {
    return null;
  }
}

/** Undefined where nobody makes any: on Cloudflare, and on a machine that was not told to. */
export const askDailyBackups = async ({ BACKUPS }: Bindings): Promise<CopiesSaid | null | undefined> =>
  BACKUPS ? saidBy(BACKUPS) : undefined;
