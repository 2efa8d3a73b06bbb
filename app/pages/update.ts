import { permit } from "~/access/permission";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { mayAct } from "~/change/commit";
import type { ChangeDecision } from "~/change/decision";
import { differences, present } from "~/change/differences";
import type { page } from "~/db/schema";
import { invalid, ok, type Result } from "~/failures/failure";
import { quietTrouble } from "~/notifications/rules/quiet-hours";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { forgetHome } from "~/status-page/home";
import { forgetHosts } from "~/status-page/host-page";
import { forgetCopies } from "~/status-page/publishing/engine/copies";
import { pointAnew } from "~/status-page/signposts";
import { changeZone } from "~/status-page/timeline/engine/change-zone";
import { forgetPage } from "~/status-page/view-page";
import { newLock } from "./passphrase";
import { moveSnapshots } from "./queries/page";
import { escalationFields } from "./rules/fields";
import { type UpdatePageInput, updatePageInput } from "./rules/input";
import { doorOf } from "./rules/page-door";
import { type PageRow, pageAccess } from "./verbs";

export type { UpdatePageInput };

/** Returns the further changes of a new time zone. */
async function zoneStep(ctx: Ctx, pageId: string, timeZone: string | undefined) {
  if (timeZone === undefined) return { fields: {}, guards: [], changes: [] };
  const { openDayAt, ...step } = await changeZone(ctx, pageId, timeZone);
  return { ...step, fields: { openDayAt } };
}

/** Fields that owners alone change: where the page is found, and who may read it. */
const ownersFields: readonly (keyof PageRow)[] = ["slug", "visibility"];

const namesOwnersFields = (changed: Partial<PageRow>): boolean => ownersFields.some((name) => name in changed);

/** Returns a passphrase when the page is protected by one for the first time. */
async function lockFor(ctx: Ctx, row: PageRow, { visibility }: Partial<PageRow>): Promise<Partial<PageRow>> {
  return visibility === "passphrase" && row.passphraseHash === null ? newLock(ctx, row) : {};
}

/** Renders the footer's Markdown once, when it is saved. */
const parsedFooter = ({ footer }: Partial<PageRow>): Partial<PageRow> =>
  footer === undefined ? {} : { footerHtml: renderMarkdown(footer).html };

async function decided(ctx: Ctx, row: PageRow, given: Partial<PageRow>): Promise<ChangeDecision<typeof page>> {
  const changed = differences(row, given);
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
    changes: [...zone.changes, ...(namesOwnersFields(fields) ? [moveSnapshots(row.id, next.slug, doorOf(next))] : [])],
    ...changed,
  };
}

/** Checks a changed escalation policy (recipients, quiet hours), and makes it due at once for its new recipients. */
function escalationStep(ctx: Ctx, row: PageRow, changed: Partial<PageRow>): Result<Partial<PageRow>> {
  if (!Object.keys(escalationFields).some((name) => name in changed)) return ok({});
  const next = { ...row, ...changed };
  const named = next.escalateChannelIds.length + next.escalatePersonIds.length;
  if (next.escalates && named === 0) return invalid("escalatePersonIds", "value.at_least_one");
  const trouble = quietTrouble({ quietFrom: next.escalateQuietFrom, quietUntil: next.escalateQuietUntil });
  return trouble ? invalid("escalateQuietUntil", trouble) : ok({ escalationDueAt: ctx.now(), escalationNotBefore: 0 });
}

/** True when more readers will see the page. */
const opens = ({ visibility: before }: PageRow, { fields }: ChangeDecision<typeof page>): boolean =>
  before !== "public" && fields?.visibility !== undefined && fields.visibility !== before;

/**
 * Changes a page's look and settings (admin), its address and visibility (owner). When it is protected for the first
 * time, it gets a passphrase. Failures: invalid, conflict, missing.
 */
export async function updatePage(ctx: Ctx, given: UpdatePageInput): Promise<Result<ChangeResult>> {
  let moved = null as { page: PageRow; to: string } | null;
  const one = { ...pageAccess, role: "admin", input: updatePageInput } as const;
  const done = await changeOne(ctx, one, given, async ({ row, fields }) => {
    const escalation = escalationStep(ctx, row, differences(row, present(fields)).after);
    if (!escalation.ok) return escalation;
    const plan = await decided(ctx, row, present(fields));
    const step = { ...plan, fields: { ...plan.fields, ...escalation.value } };
    const isOwners = namesOwnersFields(step.fields);
    const mayAll = permit(ctx.actor, ctx.member, row.id, isOwners ? "owner" : "admin");
    if (!mayAll.ok) return mayAll;
    moved = isOwners ? { page: row, to: step.fields.slug ?? row.slug } : null;
    const proven = opens(row, step) ? mayAct(ctx, "page.open") : ok(true);
    return proven.ok ? ok(step) : proven;
  });
  if (done.ok && moved !== null) await forgetEverywhere(ctx, moved.page, moved.to);
  return done;
}

/**
 * Deletes all copies of the page in this isolate and outside the database. Routes to its slug are deleted too, or
 * changed to the new one, because the next page with the old slug would be shown there. Failures are logged, as the
 * change is stored already: publishing, or the purge of a deleted page, deletes the copies again.
 */
export async function forgetEverywhere(
  ctx: Ctx,
  page: Pick<PageRow, "slug" | "host">,
  to: string | null,
): Promise<void> {
  forgetHosts();
  forgetHome(ctx);
  forgetPage(page.slug);
  await forgetCopies(ctx, page.slug).catch((error) => ctx.log.error("page.forget", error));
  await pointAnew(ctx, page, to);
}
