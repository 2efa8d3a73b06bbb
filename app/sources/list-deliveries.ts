import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { pageSize } from "~/change/cursor";
import { read } from "~/db/read";
import type { SignalOutcome } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { lowered } from "~/text/search-match";
import { type DeliveryPlace, deliveryQueries, keptDays } from "./queries/deliveries";
import { sourceById } from "./queries/source";
import { type ListDeliveriesInput, listDeliveriesInput } from "./rules/input";

export type { ListDeliveriesInput };

export interface ListedDelivery {
  id: string;
  receivedAt: number;
  outcome: string;
  /** Why it could not be read; null when it was. */
  reason: string | null;
  signals: SignalOutcome[];
  /** Its alerts have moved what they move. */
  settled: boolean;
  /** The delivery that it is a replay of. */
  replayOf: string | null;
  /** When it was last replayed itself. */
  replayedAt: number | null;
}

export interface ListedDeliveries {
  deliveries: ListedDelivery[];
  before: string | null;
  /** A search looked through no further than this; null = through all that is kept. */
  lookedTo: number | null;
  /** For how long the page keeps them. */
  days: number;
}

/** So many deliveries are searched at once; what is older is searched from there on. */
const searchedAtOnce = 500;

const start: DeliveryPlace = { own: null, sender: null };

/** `<id of ours>~<instant>.<id of a sender>`; what is empty begins at its newest. */
function placeIn(text: string | undefined): DeliveryPlace {
  const [, own = "", at = "", id = ""] = /^([\w-]{0,40})~(?:(\d{1,16})\.(.{1,100}))?$/.exec(text ?? "") ?? [];
  return { own: own || null, sender: at ? [Number(at), id] : null };
}

const textOf = ({ own, sender }: DeliveryPlace) => `${own ?? ""}~${sender ? sender.join(".") : ""}`;

interface Row extends Omit<ListedDelivery, "settled"> {
  settleMark: number;
  done: number;
}

const isOwn = ({ id }: { id: string }) => id < "8";

/** Newest first of both orders, each in its own, and where each goes on after the last that is shown. */
function merged(own: Row[], sender: Row[], from: DeliveryPlace) {
  const [left, right] = [[...own], [...sender]];
  const shown: Row[] = [];
  while (shown.length < pageSize && left.length + right.length > 0) {
    const isLeft = (left[0]?.receivedAt ?? -1) >= (right[0]?.receivedAt ?? -1);
    shown.push(...(isLeft ? left : right).splice(0, 1));
  }
  const lastOwn = shown.findLast(isOwn);
  const lastSender = shown.findLast((row) => !isOwn(row));
  const next: DeliveryPlace = {
    own: lastOwn?.id ?? from.own,
    sender: lastSender ? [lastSender.receivedAt, lastSender.id] : from.sender,
  };
  return { shown, next, more: left.length + right.length > 0 };
}

type Looked = { id: string; receivedAt: number }[];

/** Where the rows end that were looked at: an order that was looked through to its end has no more. */
const behind = ([own]: Looked, [sender]: Looked): DeliveryPlace => ({
  own: own?.id ?? "0",
  sender: sender ? [sender.receivedAt, sender.id] : [0, "8"],
});

/**
 * What a source has posted, newest first, 50 at a time. By state and by text (of body, keys and reason),
 * 500 at a time: a search that found too few says how far it has looked. Failures: missing.
 */
export async function listDeliveries(ctx: Ctx, given: ListDeliveriesInput): Promise<Result<ListedDeliveries>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "viewer");
  const parsed = may.ok ? parseInput(listDeliveriesInput, given) : may;
  if (!parsed.ok) return parsed;
  const { pageId, sourceId, before, outcome, text } = parsed.value;
  const from = before === undefined ? start : placeIn(before);
  const search = { ...(outcome ? { outcome } : {}), ...(text ? { text: lowered(text) } : {}) };
  const searches = outcome !== undefined || text !== undefined;
  const ask = { search, from, look: searches ? searchedAtOnce : pageSize + 1, limit: pageSize + 1 };
  const [own, sender, ownTo, senderTo, [source], [kept]] = await read(
    ctx,
    ...deliveryQueries(ctx, { pageId, sourceId }, ask),
    sourceById(ctx, pageId, sourceId),
    keptDays(ctx, pageId),
  );
  if (!source || !kept) return missing;
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
