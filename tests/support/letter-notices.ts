import { noticesByIds } from "~/db/queries/notice";
import { read } from "~/db/read";
import { notice } from "~/db/schema";
import { supposedNotice } from "~/engines/letters/supposed";
import type { Recipient } from "~/letters/letter";
import type { Ctx } from "~/platform/ctx";
import { isMailed } from "~/rules/telling/notice";
import { openIncident } from "~/usecases/incidents/open";
import { postUpdate } from "~/usecases/incidents/post-update";
import { type Desk, good } from "./desk";

/** Nothing is sent: the notices stay as they were born. */
export const unsent = (ctx: Ctx): Ctx => ({ ...ctx, defer: (work) => void work.catch(() => undefined) });

export async function openOne(desk: Desk, over: Record<string, unknown> = {}): Promise<string> {
  desk.deployment.clock.now += 1000;
  const { id } = await good(
    openIncident(unsent(desk.as("responder")), {
      pageId: desk.pageId,
      title: "Orders are late",
      body: "We look into it.",
      status: "investigating",
      components: { [desk.components[0]]: "partial_outage" },
      ...over,
    }),
  );
  return id;
}

export async function say(desk: Desk, id: string, body: string, over: Record<string, unknown> = {}) {
  desk.deployment.clock.now += 1000;
  await good(
    postUpdate(unsent(desk.as("responder")), { pageId: desk.pageId, id, body, status: "identified", ...over }),
  );
}

/** All notices of the deployment, oldest first. */
export async function bornNotices({ deployment }: Desk) {
  const ctx = deployment.ctx();
  const [ids] = await read(ctx, ctx.db.select({ id: notice.id }).from(notice));
  const [rows] = await read(
    ctx,
    noticesByIds(
      ctx,
      ids.map(({ id }) => id),
    ),
  );
  return rows.filter(isMailed);
}

export const readerOn = (desk: Desk, over: Partial<Extract<Recipient, { kind: "subscriber" }>> = {}) => ({
  kind: "subscriber" as const,
  id: "sub1",
  pageId: desk.pageId,
  address: "ada@example.com",
  language: "en",
  timeZone: "Asia/Tokyo",
  generation: 2,
  ...over,
});

/** A notice that was just born. */
export function bornOf(desk: Desk, over: Partial<typeof notice.$inferSelect>): typeof notice.$inferSelect {
  const subject = { pageId: desk.pageId, subjectId: "sub1", kind: "incident_update", componentIds: [] } as const;
  const { deployment } = desk;
  return {
    ...supposedNotice(deployment.ctx(), subject),
    id: "n1",
    kind: "subscriber_confirm",
    sequence: 1,
    audience: "subscriber",
    way: null,
    scope: {},
    expiresAt: deployment.clock.now + 86_400_000,
    ...over,
  };
}
