import { isRoleAtLeast, type Role } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { recordAddressRead } from "~/audit/note-read";
import { rowsPerPage } from "~/change/cursor";
import { readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { parseSubscriberKind } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import { eventExistenceQuery, subscriberByIdQuery } from "./queries/subscriber";
import { filteredSubscribersQuery, subscriberCursorAfter } from "./queries/subscriber-list";
import { type SubscriberState, type SubscriptionScope, subscriberStates, subscriptionScopes } from "./rules/subscriber";
import { type SubscriberView, subscriberViewOf } from "./subscriber-view";

export interface SubscriberListParams {
  pageId: string;
  /** Start of an address; for admins. */
  search?: string | undefined;
  state?: string | undefined;
  scope?: string | undefined;
  /** Kind: `email`, or a kind of channel. */
  kind?: string | undefined;
  incidentId?: string | undefined;
  /** True for the newest first; absent = the oldest first. What a search finds is sorted by address. */
  newestFirst?: boolean | undefined;
  /** Cursor from `next` of the same order; absent = from the start. */
  after?: string | undefined;
  limit?: number | undefined;
  /** Rows to skip, for programs that count pages; more expensive than `after`. */
  skip?: number | undefined;
}

export interface ListedSubscribers {
  subscribers: SubscriberView[];
  /** Cursor of the rest; null = these are the last. */
  next: string | null;
}

const stateOf = (text: string | undefined): SubscriberState | undefined =>
  subscriberStates.find((each) => each === text);

const scopeOf = (text: string | undefined): SubscriptionScope | undefined =>
  subscriptionScopes.find((each) => each === text);

/** Failure for members who may not search, because a search by address reveals addresses one character at a time. */
const searchForbidden = fail({ name: "forbidden", detail: "subscriber.admins" });

/** Logs that addresses were read; only admins see them unmasked. */
function noteAddresses(ctx: Ctx, pageId: string, role: Role): void {
  if (isRoleAtLeast(role, "admin")) recordAddressRead(ctx, { action: "subscriber.read", pageId });
}

/**
 * Returns the page's subscribers in the order of their creation, 50 at a time; a search is sorted by address. Failure:
 * missing (the incident that they follow).
 */
export async function listSubscribers(ctx: Ctx, query: SubscriberListParams): Promise<Result<ListedSubscribers>> {
  const may = permitRole(ctx.actor, ctx.member, query.pageId, "viewer");
  if (!may.ok) return may;
  const {
    pageId,
    search,
    state,
    scope,
    kind,
    incidentId,
    newestFirst,
    after = "",
    skip = 0,
    limit = rowsPerPage,
  } = query;
  if (search?.trim() && !isRoleAtLeast(may.value, "admin")) return searchForbidden;
  const filter = {
    search: search?.trim().toLowerCase(),
    state: stateOf(state),
    scope: scopeOf(scope),
    kind: parseSubscriberKind(kind),
    incidentId,
  };
  const rowsToShow = filteredSubscribersQuery(ctx, pageId, filter, { after, skip, newestFirst, limit: limit + 1 });
  const [rows, about] = await readBatch(
    ctx,
    rowsToShow,
    ...(incidentId === undefined ? [] : [eventExistenceQuery(ctx, pageId, incidentId)]),
  );
  if (about?.[0]?.isThere === 0) return missingFailure;
  const shown = rows.slice(0, limit);
  noteAddresses(ctx, pageId, may.value);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return ok({
    subscribers: await Promise.all(shown.map((row) => subscriberViewOf(ctx, row, may.value))),
    next: last ? subscriberCursorAfter(last, filter) : null,
  });
}

export const readSubscriber = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<SubscriberView>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [subscriberByIdQuery(ctx, pageId, id)], async ([[row]], readersRole) => {
    noteAddresses(ctx, pageId, readersRole);
    return row ? ok(await subscriberViewOf(ctx, row, readersRole)) : missingFailure;
  });
