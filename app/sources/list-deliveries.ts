import { isRoleAtLeast } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import type { SignalOutcome } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { toLowerAscii } from "~/text/search-match";
import { type DeliveryCursor, deliveryRetentionDaysQuery, deliverySearchQueries } from "./queries/deliveries";
import { sourceByIdQuery } from "./queries/source";
import { type ListDeliveriesInput, listSourceDeliveriesInputSchema } from "./rules/input";

export type { ListDeliveriesInput };

export interface ListedDelivery {
  id: string;
  receivedAt: number;
  outcome: string;
  /** Bytes of its body, as far as it was kept. */
  size: number;
  /** Reason why it could not be read; null when it was. */
  reason: string | null;
  signals: SignalOutcome[];
  /** True when the components reflect its alerts. */
  settled: boolean;
  /** The delivery that it replays. */
  replayOf: string | null;
  /** Time of the last replay of this delivery, in ms. */
  replayedAt: number | null;
}

export interface ListedDeliveries {
  deliveries: ListedDelivery[];
  before: string | null;
  /** Time to which a search has gone back; null when it has searched everything stored. */
  lookedTo: number | null;
  /** Days for which the page keeps deliveries. */
  days: number;
}

/** Maximum number of deliveries in one search; a further search continues with older ones. */
const deliveriesPerSearch = 500;

const start: DeliveryCursor = { own: null, sender: null };

/** Parses `<our id>~<instant>.<sender's id>`; an empty part starts with the newest. */
function placeIn(text: string | undefined): DeliveryCursor {
  const [, own = "", at = "", id = ""] = /^([\w-]{0,40})~(?:(\d{1,16})\.(.{1,100}))?$/.exec(text ?? "") ?? [];
  return { own: own || null, sender: at ? [Number(at), id] : null };
}

const textOf = ({ own, sender }: DeliveryCursor) => `${own ?? ""}~${sender ? sender.join(".") : ""}`;

interface DeliveryQueryRow extends Omit<ListedDelivery, "settled"> {
  settleMark: number;
  done: number;
}

const isOwn = ({ id }: { id: string }) => id < "8";

/** Merges both orders, newest first, and returns where each continues after the last row shown. */
function merged(own: DeliveryQueryRow[], sender: DeliveryQueryRow[], from: DeliveryCursor) {
  const [left, right] = [[...own], [...sender]];
  const shown: DeliveryQueryRow[] = [];
  while (shown.length < rowsPerPage && left.length + right.length > 0) {
    const isLeft = (left[0]?.receivedAt ?? -1) >= (right[0]?.receivedAt ?? -1);
    shown.push(...(isLeft ? left : right).splice(0, 1));
  }
  const lastOwn = shown.findLast(isOwn);
  const lastSender = shown.findLast((row) => !isOwn(row));
  const next: DeliveryCursor = {
    own: lastOwn?.id ?? from.own,
    sender: lastSender ? [lastSender.receivedAt, lastSender.id] : from.sender,
  };
  return { shown, next, more: left.length + right.length > 0 };
}

type DeliveryTimes = { id: string; receivedAt: number }[];

/** Returns the position after the searched rows: an order that was searched completely has no more. */
const behind = ([own]: DeliveryTimes, [sender]: DeliveryTimes): DeliveryCursor => ({
  own: own?.id ?? "0",
  sender: sender ? [sender.receivedAt, sender.id] : [0, "8"],
});

/**
 * Lists a source's deliveries, newest first, 50 at a time. A filter by state or text (of keys and reason) searches 500
 * at a time and returns how far it has come. Only admins can search bodies, because a search would reveal the secrets
 * in them one character at a time. Failures: missing.
 */
export async function listDeliveries(ctx: Ctx, given: ListDeliveriesInput): Promise<Result<ListedDeliveries>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const authorized = authorizeAndParse(ctx, { role: null, input: listSourceDeliveriesInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, sourceId, before, outcome, text } = authorized.value.input;
  const from = before === undefined ? start : placeIn(before);
  const inBodies = isRoleAtLeast(may.value, "admin");
  const search = { inBodies, ...(outcome ? { outcome } : {}), ...(text ? { text: toLowerAscii(text) } : {}) };
  const searches = outcome !== undefined || text !== undefined;
  const ask = { search, from, look: searches ? deliveriesPerSearch : rowsPerPage + 1, limit: rowsPerPage + 1 };
  const [own, sender, ownTo, senderTo, [source], [kept]] = await readBatch(
    ctx,
    ...deliverySearchQueries(ctx, { pageId, sourceId }, ask),
    sourceByIdQuery(ctx, pageId, sourceId),
    deliveryRetentionDaysQuery(ctx, pageId),
  );
  if (!source || !kept) return missingFailure;
  const { shown, next, more } = merged(own, sender, from);
  const goesOn = searches && ownTo.length + senderTo.length > 0;
  const deliveries = shown.map(({ settleMark, done, ...row }) => ({ ...row, settled: settleMark <= done }));
  const ends = [...ownTo, ...senderTo].map(({ receivedAt }) => receivedAt);
  return ok({
    deliveries,
    before: more ? textOf(next) : goesOn ? textOf(behind(ownTo, senderTo)) : null,
    lookedTo: !more && goesOn ? Math.max(...ends) : null,
    days: kept.days,
  });
}
