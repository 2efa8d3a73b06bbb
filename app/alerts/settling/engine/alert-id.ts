import type { Ctx } from "~/platform/ctx";

/** Returns an id that is unique in the deployment; all alerts of a source are one range of keys. */
export async function alertIdOf(ctx: Ctx, sourceId: string, key: string): Promise<string> {
  return `${sourceId}.${(await ctx.secrets.hash(key)).slice(0, 24)}`;
}
