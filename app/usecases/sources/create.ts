import { sourceById } from "~/db/queries/source";
import { read } from "~/db/read";
import { rule, source } from "~/db/schema";
import { insertRows } from "~/db/write";
import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { type CreateSourceInput, createSourceInput } from "~/rules/alerts/input";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { masked, mergedSettings } from "../adapter-settings/settings";
import { missing } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { ingestUrlOf } from "./read";

export type { CreateSourceInput };

export interface MadeSource {
  id: string;
  /** Empty where it was made before and its secret is gone. */
  ingestUrl: string;
}

/** A new address: the token's hash finds the source, its sealed text is shown to admins. */
export async function newAddress(ctx: Ctx) {
  const token = ctx.token();
  return { tokenHash: await ctx.secrets.hash(token), tokenSealed: await ctx.secrets.seal(token) };
}

/** Every source ends with a rule that takes what no other took: at first it opens drafts and moves nothing. */
const catchAll = (ctx: Ctx, pageId: string, sourceId: string) => ({
  id: ctx.id(),
  pageId,
  sourceId,
  position: 0,
  match: {},
  groupBy: [],
  catchAll: true,
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
});

/** Makes a source with its address and its catch-all rule. Failures: invalid (unknown kind, settings). */
export async function createSource(ctx: Ctx, given: CreateSourceInput): Promise<Result<MadeSource>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createSourceInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, commitId = ctx.id(), kind, name, settings, heartbeatSeconds = null } = parsed.value;
  const adapter = sourceOf(kind);
  if (!adapter) return invalid("kind", "No such kind of source.", "unknown_kind");
  const checked = mergedSettings(adapter, {}, settings);
  if (!checked.ok) return checked;
  const id = ctx.id();
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const row = { id, pageId, kind, name, heartbeatSeconds, settingsSealed, ...(await newAddress(ctx)), ...times };
  const done = await changing(ctx, () =>
    commitChange(ctx, {
      id: commitId,
      pageId,
      changes: [...insertRows(source, [row]), ...insertRows(rule, [catchAll(ctx, pageId, id)])],
      audit: {
        action: "source.create",
        subjectKind: "source",
        subjectId: id,
        after: { kind, name, heartbeatSeconds, settings: masked(adapter, checked.value) },
      },
    }),
  );
  if (!done.ok) return done;
  if (done.value.id === id) return ok({ id, ingestUrl: (await ingestUrlOf(ctx, row)) ?? "" });
  const [[first]] = await read(ctx, sourceById(ctx, pageId, done.value.id));
  return first ? ok({ id: first.id, ingestUrl: (await ingestUrlOf(ctx, first)) ?? "" }) : missing;
}
