import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { alert } from "~/db/schema";
import { updateRows } from "~/db/write";
import { firingsByIds, firingsIn, unacknowledgedFirings } from "~/escalation/queries/escalation";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { type AcknowledgeLink, readAcknowledgeToken } from "~/notifications/letters/engine/acknowledge-link";
import { noticesByIds } from "~/notifications/queries/notice";
import { peopleStill } from "~/notifications/queries/recipients";
import { pageById } from "~/pages/queries/page";
import { type Ctx, ctxAs } from "~/platform/ctx";

/**
 * Returns the notice of a link and its firings, if its holder may still act on the page; null when the link is of no
 * more use.
 */
async function holding(ctx: Ctx, token: string) {
  const link = await readAcknowledgeToken(ctx, token);
  if (!link) return null;
  const [[notice], [page], [person]] = await read(
    ctx,
    noticesByIds(ctx, [link.noticeId]),
    pageById(ctx, link.pageId),
    peopleStill(ctx, [link.personId], link.pageId),
  );
  if (notice?.pageId !== link.pageId || !page || !person) return null;
  return { link, page, person, firings: firingsIn(notice.scope) };
}

export interface ShownAcknowledgement {
  pageName: string;
  /** The person as whom the link acknowledges. */
  name: string;
  alerts: { id: string; title: string; acknowledgedBy: string | null }[];
  /** True when none of the alerts needs to be acknowledged any more. */
  over: boolean;
}

/** Returns what the holder of a link may know. Changes nothing, because mail scanners follow links. Failures: gone. */
export async function readAcknowledgement(
  ctx: Ctx,
  { token }: { token: string },
): Promise<Result<ShownAcknowledgement>> {
  const held = await holding(ctx, token);
  if (!held) return goneFailure;
  const { page, person, firings } = held;
  const [found] = await read(ctx, firingsByIds(ctx, page.id, firings));
  const alerts = found.map(({ id, title, acknowledgedByName: acknowledgedBy }) => ({ id, title, acknowledgedBy }));
  const waits = found.some(
    (each) => each.state === "firing" && each.acknowledgedAt === null && each.dismissedAt === null,
  );
  return ok({ pageName: page.name, name: person.name, alerts, over: !waits });
}

async function acknowledge(ctx: Ctx, token: string, commitId: string): Promise<Result<AcknowledgeLink>> {
  const held = await holding(ctx, token);
  if (!held) return goneFailure;
  const { link, page, firings } = held;
  const [found] = await read(ctx, unacknowledgedFirings(ctx, page.id, firings));
  const [first] = found;
  if (!first) return ok(link);
  const seen = { acknowledgedAt: ctx.now(), acknowledgedBy: link.personId };
  const actor = { kind: "person", id: link.personId, operator: false, sessionId: "" } as const;
  const done = await commitChange(ctxAs(ctx, actor), {
    id: commitId,
    pageId: page.id,
    expect: [{ table: alert, rows: found.map(({ id, version }) => ({ id, version })) }],
    changes: updateRows(
      alert,
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

/** Acknowledges those of the link's firings that are in progress, as the link's owner. Idempotent. Failures: gone. */
export const acknowledgeByLink = (
  ctx: Ctx,
  { token, commitId = ctx.id() }: { token: string; commitId?: string },
): Promise<Result<AcknowledgeLink>> => commitChangeWithRetry(ctx, () => acknowledge(ctx, token, commitId));
