import { subscribableItemsOfPageQuery } from "~/components/queries/component";
import { readBatch } from "~/db/read";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { incidentToFollowQuery } from "~/subscribers/queries/subscriber";
import {
  alreadySubscribedEmailContent,
  confirmEmailContent,
  importedConfirmEmailContent,
  type SubscriptionScopeFact,
} from "../../print/subscriber-confirm";
import { subscribersToConfirmQuery } from "../../queries/letter-facts";
import type { NoticeRow } from "../../queries/notice";
import { componentIdsInRequest, readConfirmationRequestLink } from "./confirmation-request-link";
import { openSealedScope, singleEmailWriter } from "./single";
import { makeConfirmToken, makeSubscriptionToken, type SubscriptionLinkHolder } from "./subscriber-links";
import {
  type EmailWriter,
  type EmailWriterTask,
  emailBrandOf,
  type MakeEmailWriter,
  maskedTokenText,
  newestNotice,
  type PageBrandFacts,
} from "./writer";

interface RequestedScope {
  scope: string;
  names: string;
  incidentTitle: string | null;
}

/** Returns null when the incident or the components no longer exist. */
function scopeOf(requested: RequestedScope): SubscriptionScopeFact | null {
  if (requested.scope === "page") return { kind: "page" };
  if (requested.scope === "incident")
    return requested.incidentTitle ? { kind: "incident", title: requested.incidentTitle } : null;
  const names = JSON.parse(requested.names) as string[];
  return names.length > 0 ? { kind: "components", names } : null;
}

interface ConfirmContext {
  ctx: Ctx;
  page: PageBrandFacts & { language: string; timeZone: string };
  notice: NoticeRow;
  masked: boolean;
}

/**
 * Returns the writer of one email with the recipient's link. Recipients are people who requested a subscription, people
 * whom the page's people entered, and existing subscribers.
 */
function writerOf({ ctx, page, notice, masked }: ConfirmContext, scope: SubscriptionScopeFact): EmailWriter {
  const brand = emailBrandOf(ctx, page);
  const { language, timeZone } = page;
  const { expiresAt, scope: about } = notice;
  const [already, listed] = [about.already === true, about.listed === true];
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    written: language,
    async content(reader, recipient) {
      const tokenOf = (holder: SubscriptionLinkHolder) =>
        already ? makeSubscriptionToken(ctx, holder) : makeConfirmToken(ctx, { ...holder, expiresAt });
      const token = recipient.kind === "subscriber" && !masked ? await tokenOf(recipient) : maskedTokenText;
      const url = `${brand.url}/subscriptions/${token}`;
      if (already) return alreadySubscribedEmailContent({ brand, url, scope }, reader);
      return (listed ? importedConfirmEmailContent : confirmEmailContent)({ brand, url, scope, expiresAt }, reader);
    },
  });
}

/** Returns true when the subscription still waits for its confirmation; or, for `already`, when it is still active. */
const needsLetter = ({ scope }: NoticeRow, state: string): boolean =>
  scope.already === true ? state === "active" : state === "pending";

/**
 * Returns the writers of these notices of one page, by the notice's id, with two statements for all of them. A notice
 * is missing when its subscription was confirmed meanwhile or no longer exists.
 */
export async function confirmEmailWriterByNotice(
  ctx: Ctx,
  notices: readonly NoticeRow[],
  { masked = false } = {},
): Promise<Map<string, EmailWriter>> {
  const pageId = notices[0]?.pageId ?? "";
  const subscriberIdOf = ({ scope }: NoticeRow) => String(scope.subscriber_id);
  const [[page], rows] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    subscribersToConfirmQuery(ctx, pageId, notices.map(subscriberIdOf)),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    notices.flatMap((notice) => {
      const row = rowById.get(subscriberIdOf(notice));
      const scopeFact = row && (masked || needsLetter(notice, row.state)) ? scopeOf(row) : null;
      return page && scopeFact ? [[notice.id, writerOf({ ctx, page, notice, masked }, scopeFact)] as const] : [];
    }),
  );
}

/** Returns the writer for a request from the public page; what it requests is stored only in the sealed link. */
async function requestLinkWriter({ ctx, masked }: EmailWriterTask, notice: NoticeRow): Promise<EmailWriter | null> {
  const token = (await openSealedScope(ctx, notice))?.token;
  const request = token === undefined ? null : await readConfirmationRequestLink(ctx, token);
  if (token === undefined || request === null) return null;
  const { pageId, incidentId, scope } = request;
  const queries = [
    pageByIdQuery(ctx, pageId),
    subscribableItemsOfPageQuery(ctx, pageId),
    incidentToFollowQuery(ctx, pageId, incidentId),
  ] as const;
  const [[page], components, [incident]] = await readBatch(ctx, ...queries);
  const chosen = new Set(
    componentIdsInRequest(
      request,
      components.map(({ id }) => id),
    ),
  );
  const names = JSON.stringify(components.filter(({ id }) => chosen.has(id)).map(({ name }) => name));
  const scopeFact = scopeOf({ scope, names, incidentTitle: incident?.title ?? null });
  if (!page || !scopeFact) return null;
  const brand = emailBrandOf(ctx, page);
  const { language, timeZone, expiresAt } = request;
  const url = `${brand.url}/subscriptions/${masked ? maskedTokenText : token}`;
  const content = confirmEmailContent.bind(null, { brand, url, scope: scopeFact, expiresAt });
  return singleEmailWriter(ctx, { fromName: brand.name, language, timeZone, content: (reader) => content(reader) });
}

export const confirmEmailWriter: MakeEmailWriter = async (task) => {
  const notice = newestNotice(task);
  if (notice.audience === "address") return requestLinkWriter(task, notice);
  return (await confirmEmailWriterByNotice(task.ctx, [notice], task)).get(notice.id) ?? null;
};
