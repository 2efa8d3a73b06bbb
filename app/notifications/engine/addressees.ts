import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { Recipient } from "../print/letter";
import type { NoticeRow } from "../queries/notice";
import { peopleStill, subscribersStill } from "../queries/recipients";

export interface Addressee {
  recipient: Recipient;
  /** Mails in a row that had failed before this one. */
  failures: number;
  /** Their other end asked to be called no sooner, UTC ms. */
  retryAt?: number | null;
}

async function subscribers(ctx: Ctx, notice: NoticeRow, ids: readonly string[]): Promise<[string, Addressee][]> {
  const { pageId } = notice;
  const [rows] = await read(ctx, subscribersStill(ctx, pageId, ids, notice.audience === "subscriber"));
  return rows.flatMap(({ failures, retryAt, address, ...row }) =>
    address === null
      ? []
      : [[row.id, { recipient: { kind: "subscriber", pageId, address, ...row }, failures, retryAt }]],
  );
}

/** Told as somebody who acts on the page: not who does no more. */
const isOfTeam = ({ audience, kind }: NoticeRow) => audience === "team" || kind === "alert_unacknowledged";

async function people(ctx: Ctx, notice: NoticeRow, ids: readonly string[]): Promise<[string, Addressee][]> {
  const [rows] = await read(ctx, peopleStill(ctx, ids, isOfTeam(notice) ? notice.pageId : null));
  return rows.flatMap(({ address, ...row }) =>
    address === null ? [] : [[row.id, { recipient: { kind: "person", address, ...row }, failures: 0 }]],
  );
}

/** A stranger whom the notice itself names, sealed: invited, or proving an address. Nobody where its secret is gone. */
async function stranger(ctx: Ctx, { scope }: NoticeRow, ids: readonly string[]): Promise<[string, Addressee][]> {
  if (typeof scope.sealed !== "string") return [];
  const text = await ctx.secrets.open(scope.sealed);
  if (text === null) ctx.log.warn("notice.unreadable");
  if (text === null) return [];
  const { address } = JSON.parse(text) as { address: string };
  return ids.map((id) => [id, { recipient: { kind: "address", address }, failures: 0 }]);
}

/** Who of a batch is still to be told, by id; one statement at the most. */
export async function addresseesOf(
  ctx: Ctx,
  notice: NoticeRow,
  ids: readonly string[],
): Promise<Map<string, Addressee>> {
  if (ids.length === 0) return new Map();
  if (notice.audience === "address") return new Map(await stranger(ctx, notice, ids));
  const ofPeople = notice.audience === "team" || notice.audience === "person";
  return new Map(await (ofPeople ? people : subscribers)(ctx, notice, ids));
}
