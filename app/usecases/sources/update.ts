import { priorCommit } from "~/db/queries/audit";
import { heardBefore } from "~/db/queries/last-heard";
import { sourceById } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { source } from "~/db/schema";
import { updateRows } from "~/db/write";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { type UpdateSourceInput, updateSourceInput } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { masked, mergedSettings } from "../adapter-settings/settings";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { resealed } from "../sealed/reseal";
import { viewOf } from "./list";
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
export async function updateSource(ctx: Ctx, given: UpdateSourceInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateSourceInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), settings, ...fields } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), sourceById(ctx, pageId, id));
    const found = find(prior, row, { pageId, version }, viewOf);
    if (found.answer) return found.answer;
    const made = await newSettings(ctx, found.row, settings);
    if (!made.ok) return made;
    const changed = differences(found.row, present(fields));
    const tokenSealed = await resealed(ctx, found.row.tokenSealed);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: source, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...updateRows(source, pageId, [
          { id, ...changed.after, ...made.value.columns, tokenSealed, updatedAt: ctx.now() },
        ]),
        ...(found.row.heartbeatSeconds === null && fields.heartbeatSeconds ? [heardBefore(pageId, id)] : []),
        wantSettle(pageId, ctx.now()),
      ],
      audit: {
        action: "source.update",
        subjectKind: "source",
        subjectId: id,
        before: changed.before ?? null,
        after: { ...changed.after, ...made.value.audited },
      },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
