import { heardBefore } from "~/db/queries/last-heard";
import { dependencesOf } from "~/db/queries/monitor";
import type { source } from "~/db/schema";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { type UpdateSourceInput, updateSourceInput } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import { masked, mergedSettings } from "../adapter-settings/settings";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { differences, present } from "../change/differences";
import { checkedCause } from "../dependences/checked";
import { resealed } from "../sealed/reseal";
import { oneSource } from "./one";
import { settingsOf } from "./read";

export type { UpdateSourceInput };

type Row = typeof source.$inferSelect;

/** The settings after the change, sealed, and for the audit log what of them is no secret; nothing where none came. */
async function newSettings(ctx: Ctx, row: Row, given: Record<string, unknown> | undefined) {
  const adapter = sourceOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const merged = mergedSettings(adapter, (await settingsOf(ctx, row)) ?? {}, given);
  if (!merged.ok) return merged;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged.value));
  return ok({ columns: { settingsSealed }, audited: { settings: masked(adapter, merged.value) } });
}

/** Changes name, settings, heartbeat and mute of a source. Failures: invalid, conflict, missing. */
export const updateSource = (ctx: Ctx, given: UpdateSourceInput): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneSource,
      input: updateSourceInput,
      facts: (_, { pageId }) => ({ known: dependencesOf(ctx, pageId) }),
      settles: true,
    },
    given,
    async ({ row, fields: { settings, ...fields }, known }) => {
      const cause = checkedCause(row.id, fields.dependsOn, { known, of: "source" });
      if (!cause.ok) return cause;
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = differences(row, present(fields));
      const tokenSealed = await resealed(ctx, row.tokenSealed);
      const listens = row.heartbeatSeconds === null && fields.heartbeatSeconds;
      return ok({
        action: "source.update",
        expect: cause.value,
        fields: { ...after, ...made.value.columns, tokenSealed },
        changes: listens ? [heardBefore(row.pageId, row.id)] : [],
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
