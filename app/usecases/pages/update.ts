import { moveSnapshots } from "~/db/queries/page";
import { stateOf, takeTimeline, timelineOf } from "~/db/queries/status-change";
import { read } from "~/db/read";
import { forgetCopies } from "~/engines/publishing/copies";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { dayOf, dayStart } from "~/rules/basics/day";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type UpdatePageInput, updatePageInput } from "~/rules/pages/input";
import { doorOf } from "~/rules/pages/page-door";
import type { Done } from "../change/answers";
import { differences, present } from "../change/differences";
import { forgetPage } from "../published/view";
import { newLock } from "./passphrase";
import { type PageRow, type PageStep, stepPage } from "./step";

export type { UpdatePageInput };

/** In another zone the open day begins at that zone's midnight; never later, so that no time falls out. */
async function zoneStep(ctx: Ctx, pageId: string, timeZone: string | undefined): Promise<Omit<PageStep, "action">> {
  if (timeZone === undefined) return { fields: {} };
  const state = stateOf((await read(ctx, timelineOf(ctx, pageId)))[0]);
  return {
    fields: { openDayAt: dayStart(timeZone, dayOf(timeZone, state.openDayAt)) },
    guards: [takeTimeline(ctx, pageId, state)],
  };
}

const ownersFields = ["slug", "visibility"];

/** A page that is shown for a passphrase for the first time gets one. */
async function lockFor(ctx: Ctx, row: PageRow, { visibility }: Partial<PageRow>): Promise<Partial<PageRow>> {
  return visibility === "passphrase" && row.passphraseHash === null ? newLock(ctx, row) : {};
}

/** Markdown is parsed once, at save. */
const parsedFooter = ({ footer }: Partial<PageRow>): Partial<PageRow> =>
  footer === undefined ? {} : { footerHtml: renderMarkdown(footer).html };

async function decided(ctx: Ctx, row: PageRow, given: Partial<PageRow>): Promise<PageStep> {
  const changed = differences(row, given);
  const fields = { ...(changed.after as Partial<PageRow>) };
  const zone = await zoneStep(ctx, row.id, fields.timeZone);
  const next = { ...row, ...fields, ...(await lockFor(ctx, row, fields)) };
  const { passphraseHash, passphraseSealed, passphraseGeneration } = next;
  const moves = ownersFields.some((name) => name in fields);
  return {
    action: "page.update",
    fields: {
      ...fields,
      ...parsedFooter(fields),
      ...zone.fields,
      ...{ passphraseHash, passphraseSealed, passphraseGeneration },
    },
    guards: zone.guards ?? [],
    changes: moves ? [moveSnapshots(row.id, next.slug, doorOf(next))] : [],
    ...changed,
  };
}

/**
 * Changes how a page looks and is told of (admin), its address and who sees it (owner). Shown for a passphrase for the
 * first time it gets one. Failures: invalid, conflict, missing.
 */
export async function updatePage(ctx: Ctx, given: UpdatePageInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updatePageInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, version, commitId, ...rest } = parsed.value;
  let moved: string | null = null;
  const done = await stepPage(ctx, { pageId, version, commitId }, async (row) => {
    const step = await decided(ctx, row, present(rest));
    moved = step.changes?.length ? row.slug : null;
    const mayAll = permit(ctx.actor, ctx.member, pageId, moved === null ? "admin" : "owner");
    return mayAll.ok ? ok(step) : mayAll;
  });
  if (done.ok && moved !== null) await forgetEverywhere(ctx, moved);
  return done;
}

/** Nothing that this isolate or a copy outside the database keeps is shown to anybody again. */
export async function forgetEverywhere(ctx: Ctx, slug: string): Promise<void> {
  forgetPage(slug);
  await forgetCopies(ctx, slug);
}
