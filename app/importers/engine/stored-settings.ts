import type { Ctx } from "~/platform/ctx";
import type { OriginSettings } from "../contract/origin";
import type { ImportJobRow } from "../queries/import-job";

/** Settings of a job’s reader as they are sealed with it. */
export interface StoredOriginSettings extends OriginSettings {
  /** True when uploaded files are read, and nothing is called. */
  readsFiles: boolean;
}

export const sealOriginSettings = (ctx: Ctx, settings: StoredOriginSettings): Promise<string> =>
  ctx.secrets.seal(JSON.stringify(settings));

/** Returns the settings of a job; null when they are forgotten, or their key is not set any more. */
export async function openOriginSettings(
  ctx: Ctx,
  { settingsSealed }: Pick<ImportJobRow, "settingsSealed">,
): Promise<StoredOriginSettings | null> {
  const text = settingsSealed === null ? null : await ctx.secrets.open(settingsSealed);
  return text === null ? null : (JSON.parse(text) as StoredOriginSettings);
}
