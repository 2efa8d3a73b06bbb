import { type SourceRow, sourceByToken } from "~/db/queries/accept-facts";
import type { AnySource } from "~/ingest/contract";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, onePerDeployment } from "~/platform/isolate";

/** A source as this isolate read it. Each delivery that is decided with it asks the database whether it is still so. */
export interface KnownSource {
  row: SourceRow;
  /** Opened once it is needed. */
  settings?: unknown;
}

/** By the hash of their tokens. */
const memoryOf = onePerDeployment(() => new BoundedMap<string, KnownSource>(1000));

export async function sourceOfToken(ctx: Ctx, tokenHash: string): Promise<KnownSource | null> {
  const memory = memoryOf(ctx);
  const remembered = memory.get(tokenHash);
  if (remembered) return remembered;
  const row = await sourceByToken(ctx, tokenHash);
  if (!row) return null;
  const read = { row };
  memory.set(tokenHash, read);
  return read;
}

export const forgetSource = (ctx: Ctx, tokenHash: string): void => void memoryOf(ctx).delete(tokenHash);

/** Null while they are sealed with a secret that is not set. */
export async function openSettings(ctx: Ctx, adapter: AnySource, source: KnownSource): Promise<unknown> {
  if (source.settings !== undefined) return source.settings;
  const text = await ctx.secrets.open(source.row.settingsSealed);
  if (text === null) return null;
  source.settings = adapter.settings.parse(JSON.parse(text));
  return source.settings;
}
