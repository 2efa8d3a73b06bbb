import type { BackupCopiesSummary } from "~/backup/rules/daily";
import { noUntrustedProxies, type UntrustedProxies } from "~/net/trusted-proxy";
import type { MailLimitCounts } from "~/plan/mail-limits";
import type { Bindings } from "./env";

/** In ms; short, because a page must not wait for it. */
const timeoutMs = 1000;

/** Returns what the machine that runs us reports by one of its bindings; null when it does not answer. */
async function saidBy<T>(machine: Fetcher): Promise<T | null> {
  try {
    const answer = await machine.fetch("http://machine/", { signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}

/**
 * Returns undefined when no backups are made: on Cloudflare, and on a machine not configured for them
 * (server/backup/daily-copies).
 */
export const askBackupCopiesSummary = async ({ BACKUPS }: Bindings): Promise<BackupCopiesSummary | null | undefined> =>
  BACKUPS ? saidBy<BackupCopiesSummary>(BACKUPS) : undefined;

/**
 * Returns proxies that are not trusted (server/listener/untrusted-proxies); none on Cloudflare, which names its clients
 * itself.
 */
export const askUntrustedProxies = async ({ PROXIES }: Bindings): Promise<UntrustedProxies> =>
  (PROXIES ? await saidBy<UntrustedProxies>(PROXIES) : null) ?? noUntrustedProxies;

/**
 * Returns undefined when no email listener runs: on Cloudflare, and on a machine without `--mail-port`
 * (server/mail/mail-reached).
 */
export const askMailListenerLimits = async ({ MAIL_LIMITS }: Bindings): Promise<MailLimitCounts | null | undefined> =>
  MAIL_LIMITS ? saidBy<MailLimitCounts>(MAIL_LIMITS) : undefined;
