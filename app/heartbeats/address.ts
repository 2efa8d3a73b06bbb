import { runBatch } from "~/db/run-batch";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { failureOfError } from "~/platform/failure-of";
import { hashAndSealAddressToken } from "~/sources/engine/stored-address";
import { rereadPingStatement } from "./queries/heartbeat-ping";

/** Creates a UUID, as it is stored. */
export const makeHeartbeatAddress = (ctx: Ctx) => hashAndSealAddressToken(ctx, ctx.uuid());

/**
 * Returns the ping address by its key; null when the key was encrypted with a secret that no longer exists. The address
 * still accepts pings.
 */
export async function pingUrlOf(ctx: Ctx, row: { tokenSealed: string }): Promise<string | null> {
  const uuid = await ctx.secrets.open(row.tokenSealed);
  return uuid === null ? null : `${ctx.config.origin}/ping/${uuid}`;
}

const uuidAtEnd = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Returns the ping address for emails; null when the deployment receives no email, when the secret no longer exists, or
 * when an imported key is no UUID.
 */
export function pingMailAddressOf(ctx: Ctx, pingUrl: string | null): string | null {
  const { mailDomain } = ctx.config;
  const uuid = uuidAtEnd.exec(pingUrl ?? "")?.[1];
  return uuid && mailDomain ? `${uuid}@${mailDomain}` : null;
}

/**
 * Returns the ping address by the page's key and the slug; null when either is missing, or the key's secret is gone.
 */
export async function pingSlugUrlOf(ctx: Ctx, page: { pingKeySealed: string | null } | undefined, slug: string) {
  if (!page?.pingKeySealed || slug === "") return null;
  const key = await ctx.secrets.open(page.pingKeySealed);
  return key === null ? null : `${ctx.config.origin}/ping/${key}/${slug}`;
}

/** Tests whether a heartbeat has this address. Fails with missing, or with overloaded while the database is away. */
export async function checkHeartbeatAddress(ctx: Ctx, uuid: string): Promise<Result<true>> {
  const row = rereadPingStatement({ tokenHash: await ctx.secrets.hash(uuid) });
  try {
    const [found] = await runBatch(ctx, [row]);
    return (found?.results.length ?? 0) > 0 ? ok(true) : missingFailure;
  } catch (error) {
    const failure = failureOfError(error);
    if (!failure) throw error;
    return fail(failure);
  }
}
