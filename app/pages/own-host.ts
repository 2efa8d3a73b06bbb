import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { lookUpTxtRecords } from "~/monitors/lookups/texts-at";
import type { Ctx } from "~/platform/ctx";
import { clearHostCache } from "~/status-page/host-page";
import { setHostSlug } from "~/status-page/signposts";
import { pageByIdQuery } from "./queries/page";
import { hostProofRecordName, hostProofRecordText, parseHost } from "./rules/host-proof";
import {
  type PageTargetInput,
  pageTargetInputSchema,
  type RequestHostInput,
  requestHostInputSchema,
} from "./rules/input";
import { type PageRow, pageChangeTarget } from "./verbs";

/** A page's own host and the requested one, with the DNS record that verifies its ownership. */
export interface PageHostView {
  host: string | null;
  wanted: { host: string; recordName: string; recordValue: string; checkedAt: number | null } | null;
}

export const readPageHost = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PageHostView>> =>
  readOnPage(ctx, { pageId, role: "owner" }, [pageByIdQuery(ctx, pageId)], ([[row]]) => {
    if (!row) return missingFailure;
    const { host, hostWanted, hostProof, hostCheckedAt } = row;
    if (hostWanted === null) return ok({ host, wanted: null });
    const record = { recordName: hostProofRecordName(hostWanted), recordValue: hostProofRecordText(hostProof ?? "") };
    return ok({ host, wanted: { host: hostWanted, ...record, checkedAt: hostCheckedAt } });
  });

const wrongHost = (code: string, message: Refusal) => fail({ name: "invalid", code, fields: { host: message } });

/**
 * Requests a host, which becomes the page's when a record in its DNS verifies the ownership. Failures: invalid,
 * conflict, missing.
 */
export const requestPageHost = (ctx: Ctx, given: RequestHostInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "owner", input: requestHostInputSchema },
    given,
    ({ row, fields: { host } }) => {
      const asked = parseHost(host, new URL(ctx.config.origin).hostname);
      if (!asked.ok) return wrongHost(asked.code, asked.message);
      if (row.host === asked.host) return wrongHost("bad_host", "host.same");
      const proof = row.hostWanted === asked.host && row.hostProof ? row.hostProof : ctx.token();
      const fields = { hostWanted: asked.host, hostProof: proof, hostCheckedAt: null };
      return ok({ action: "page.ask_host", fields, after: { host: asked.host } });
    },
  );

/** Updates the routing after the found host was changed or removed. */
async function leadAnew(ctx: Ctx, found: PageRow | null, to: string | null): Promise<void> {
  clearHostCache();
  if (found?.host != null && found.host !== to) await setHostSlug(ctx, found.host, null);
  if (found && to !== null) await setHostSlug(ctx, to, found.slug);
}

const notYet = (detail: Refusal) => fail({ name: "invalid", code: "host_unproven", fields: { "": detail } });

/**
 * Verifies the requested host by its DNS and gives it to the page. Failures: invalid `host_unproven`, conflict,
 * missing.
 */
export async function verifyPageHost(ctx: Ctx, given: PageTargetInput): Promise<Result<ChangeResult>> {
  let found = null as PageRow | null;
  const done = await changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "owner", input: pageTargetInputSchema },
    given,
    async ({ row }) => {
      found = row;
      const { hostWanted, hostProof } = row;
      if (hostWanted === null || hostProof === null) return notYet("host.none");
      const texts = await lookUpTxtRecords(ctx, hostProofRecordName(hostWanted));
      if (!texts) return notYet("host.lookup");
      if (!texts.some((text) => text.trim() === hostProofRecordText(hostProof))) {
        return notYet(texts.length > 0 ? "host.different" : "host.not_found");
      }
      const fields = { host: hostWanted, hostWanted: null, hostProof: null, hostCheckedAt: ctx.now() };
      return ok({
        action: "page.set_host",
        fields,
        before: { host: row.host },
        after: { host: hostWanted },
        publishes: true,
      });
    },
  );
  if (done.ok) await leadAnew(ctx, found, found?.hostWanted ?? null);
  return done;
}

/** Removes the page's own host and a requested one. Failures: conflict, missing. */
export async function removePageHost(ctx: Ctx, given: PageTargetInput): Promise<Result<ChangeResult>> {
  let found = null as PageRow | null;
  const done = await changeOneRow(
    ctx,
    { ...pageChangeTarget, role: "owner", input: pageTargetInputSchema },
    given,
    ({ row }) => {
      found = row;
      const fields = { host: null, hostWanted: null, hostProof: null, hostCheckedAt: null };
      return ok({ action: "page.remove_host", fields, before: { host: row.host ?? row.hostWanted }, publishes: true });
    },
  );
  if (done.ok) await leadAnew(ctx, found, null);
  return done;
}
