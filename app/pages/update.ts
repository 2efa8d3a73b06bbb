import { permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { permitStepUpActionNow } from "~/change/commit";
import type { ChangeDecision } from "~/change/decision";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import type { pageTable } from "~/db/schema";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { quietHoursRefusal } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { forgetHomeSlug } from "~/status-page/home";
import { clearHostCache } from "~/status-page/host-page";
import { deleteSnapshotCopies } from "~/status-page/publishing/engine/copies";
import { updateHostSlugs } from "~/status-page/signposts";
import { readTimeZoneCommitParts } from "~/status-page/timeline/engine/change-zone";
import { forgetPageViews } from "~/status-page/view-page";
import { newPassphraseColumns } from "./passphrase";
import { moveSnapshotsStatement } from "./queries/page";
import { pageEscalationFields } from "./rules/fields";
import { type UpdatePageInput, updatePageInputSchema } from "./rules/input";
import { encodedPageAccess } from "./rules/page-door";
import { type PageRow, pageChangeTarget } from "./verbs";

export type { UpdatePageInput };

/** Returns the further changes of a new time zone. */
async function zoneStep(ctx: Ctx, pageId: string, timeZone: string | undefined) {
  if (timeZone === undefined) return { fields: {}, guards: [], changes: [] };
  const { openDayAt, ...step } = await readTimeZoneCommitParts(ctx, pageId, timeZone);
  return { ...step, fields: { openDayAt } };
}

/** Fields that owners alone change: where the page is found, and who may read it. */
const ownersFields: readonly (keyof PageRow)[] = ["slug", "visibility"];

const namesOwnersFields = (changed: Partial<PageRow>): boolean => ownersFields.some((name) => name in changed);

/** Returns a new passphrase if the page becomes protected for the first time. */
async function lockFor(ctx: Ctx, row: PageRow, { visibility }: Partial<PageRow>): Promise<Partial<PageRow>> {
  return visibility === "passphrase" && row.passphraseHash === null ? newPassphraseColumns(ctx, row) : {};
}

/** Renders the footer's Markdown once, when it is saved. */
const parsedFooter = ({ footer }: Partial<PageRow>): Partial<PageRow> =>
  footer === undefined ? {} : { footerHtml: renderMarkdown(footer).html };

async function decided(ctx: Ctx, row: PageRow, given: Partial<PageRow>): Promise<ChangeDecision<typeof pageTable>> {
  const changed = changedValues(row, given);
  const fields = changed.after;
  const zone = await zoneStep(ctx, row.id, fields.timeZone);
  const next = { ...row, ...fields, ...(await lockFor(ctx, row, fields)) };
  const { passphraseHash, passphraseSealed, passphraseGeneration } = next;
  return {
    action: "page.update",
    publishes: true,
    fields: {
      ...fields,
      ...parsedFooter(fields),
      ...zone.fields,
      passphraseHash,
      passphraseSealed,
      passphraseGeneration,
    },
    guards: zone.guards,
    changes: [
      ...zone.changes,
      ...(namesOwnersFields(fields) ? [moveSnapshotsStatement(row.id, next.slug, encodedPageAccess(next))] : []),
    ],
    ...changed,
  };
}

/** Checks a changed escalation policy (recipients, quiet hours), and makes it due at once for its new recipients. */
function escalationStep(ctx: Ctx, row: PageRow, changed: Partial<PageRow>): Result<Partial<PageRow>> {
  if (!Object.keys(pageEscalationFields).some((name) => name in changed)) return ok({});
  const next = { ...row, ...changed };
  const named = next.escalateChannelIds.length + next.escalatePersonIds.length;
  if (next.escalates && named === 0) return invalidFieldFailure("escalatePersonIds", "value.at_least_one");
  const trouble = quietHoursRefusal({ quietFrom: next.escalateQuietFrom, quietUntil: next.escalateQuietUntil });
  return trouble
    ? invalidFieldFailure("escalateQuietUntil", trouble)
    : ok({ escalationDueAt: ctx.now(), escalationNotBefore: 0 });
}

/** True when more readers will see the page. */
const opens = ({ visibility: before }: PageRow, { fields }: ChangeDecision<typeof pageTable>): boolean =>
  before !== "public" && fields?.visibility !== undefined && fields.visibility !== before;

/**
 * Changes a page's look and settings (admin), its address and visibility (owner). When it is protected for the first
 * time, it gets a passphrase. Failures: invalid, conflict, missing.
 */
export async function updatePage(ctx: Ctx, given: UpdatePageInput): Promise<Result<ChangeResult>> {
  let moved = null as { page: PageRow; to: string } | null;
  const one = { ...pageChangeTarget, role: "admin", input: updatePageInputSchema } as const;
  const done = await changeOneRow(ctx, one, given, async ({ row, fields }) => {
    const escalation = escalationStep(ctx, row, changedValues(row, withoutUndefinedFields(fields)).after);
    if (!escalation.ok) return escalation;
    const plan = await decided(ctx, row, withoutUndefinedFields(fields));
    const step = { ...plan, fields: { ...plan.fields, ...escalation.value } };
    const isOwners = namesOwnersFields(step.fields);
    const mayAll = permitRole(ctx.actor, ctx.member, row.id, isOwners ? "owner" : "admin");
    if (!mayAll.ok) return mayAll;
    moved = isOwners ? { page: row, to: step.fields.slug ?? row.slug } : null;
    const proven = opens(row, step) ? permitStepUpActionNow(ctx, "page.open") : ok(true);
    return proven.ok ? ok(step) : proven;
  });
  if (done.ok && moved !== null) await deletePageCopies(ctx, moved.page, moved.to);
  return done;
}

/**
 * Deletes all copies of the page in this isolate and outside the database. Routes to its slug are deleted too, or
 * changed to the new one, because the next page with the old slug would be shown there. Failures are logged, as the
 * change is stored already: publishing, or the purge of a deleted page, deletes the copies again.
 */
export async function deletePageCopies(
  ctx: Ctx,
  page: Pick<PageRow, "slug" | "host">,
  to: string | null,
): Promise<void> {
  clearHostCache();
  forgetHomeSlug(ctx);
  forgetPageViews(page.slug);
  await deleteSnapshotCopies(ctx, page.slug).catch((error) => ctx.log.error("page.forget", error));
  await updateHostSlugs(ctx, page, to);
}
