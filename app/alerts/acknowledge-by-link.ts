import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { alertTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { firingsByIdsQuery, firingsOfNoticeScope, unacknowledgedFiringsQuery } from "~/escalation/queries/escalation";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { type AcknowledgeTokenContent, openAcknowledgeToken } from "~/notifications/letters/engine/acknowledge-link";
import { noticesByIdsQuery } from "~/notifications/queries/notice";
import { peopleStillToNotifyQuery } from "~/notifications/queries/recipients";
import { pageByIdQuery } from "~/pages/queries/page";
import { type Ctx, ctxAsActor } from "~/platform/ctx";

/**
 * Returns the notice of a link and its firings, if its holder may still act on the page; null when the link is of no
 * more use.
 */
async function holding(ctx: Ctx, token: string) {
  const link = await openAcknowledgeToken(ctx, token);
  if (!link) return null;
  const [[notice], [page], [person]] = await readBatch(
    ctx,
    noticesByIdsQuery(ctx, [link.noticeId]),
    pageByIdQuery(ctx, link.pageId),
    peopleStillToNotifyQuery(ctx, [link.personId], link.pageId),
  );
  if (notice?.pageId !== link.pageId || !page || !person) return null;
  return { link, page, person, firings: firingsOfNoticeScope(notice.scope) };
}

export interface AcknowledgementView {
  pageName: string;
  /** The person as whom the link acknowledges. */
  name: string;
  alerts: { id: string; title: string; acknowledgedBy: string | null }[];
  /** True when none of the alerts needs to be acknowledged any more. */
  over: boolean;
}

/** Returns what the holder of a link may know. Changes nothing, because mail scanners follow links. Failures: gone. */
export async function readAcknowledgementByLink(
  ctx: Ctx,
  { token }: { token: string },
): Promise<Result<AcknowledgementView>> {
  const held = await holding(ctx, token);
  if (!held) return goneFailure;
  const { page, person, firings } = held;
  const [found] = await readBatch(ctx, firingsByIdsQuery(ctx, page.id, firings));
  const alerts = found.map(({ id, title, acknowledgedByName: acknowledgedBy }) => ({ id, title, acknowledgedBy }));
  const waits = found.some(
    (each) => each.state === "firing" && each.acknowledgedAt === null && each.dismissedAt === null,
  );
  return ok({ pageName: page.name, name: person.name, alerts, over: !waits });
}

async function acknowledge(ctx: Ctx, token: string, commitId: string): Promise<Result<AcknowledgeTokenContent>> {
  const held = await holding(ctx, token);
  if (!held) return goneFailure;
  const { link, page, firings } = held;
  const [found] = await readBatch(ctx, unacknowledgedFiringsQuery(ctx, page.id, firings));
  const [first] = found;
  if (!first) return ok(link);
  const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: link.personId };
  const actor = { kind: "person", id: link.personId, operator: false, sessionId: "" } as const;
  const done = await commitChange(ctxAsActor(ctx, actor), {
    id: commitId,
    pageId: page.id,
    expect: [{ table: alertTable, rows: found.map(({ id, version }) => ({ id, version })) }],
    changes: updateRowsStatements(
      alertTable,
      page.id,
      found.map(({ id }) => ({ id, ...seen })),
    ),
    audit: {
      action: "alert.acknowledge",
      subjectKind: "alert",
      subjectId: first.id,
      after: { title: found.map(({ title }) => title).join("\n") },
    },
  });
  return done.ok ? ok(link) : done;
}

/** Acknowledges those firings of the link that are in progress, as the link's owner. Idempotent. Failures: gone. */
export const acknowledgeAlertsByLink = (
  ctx: Ctx,
  { token, commitId = ctx.id() }: { token: string; commitId?: string },
): Promise<Result<AcknowledgeTokenContent>> => commitChangeWithRetry(ctx, () => acknowledge(ctx, token, commitId));
