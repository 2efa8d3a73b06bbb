import { countSecurityEvent, type SecurityEventBucket, type SecurityEventKind } from "~/access/security-event";
import { commitPlan } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { networkPrefix } from "~/net/network-prefix";
import { reserveStrangerRows } from "~/people/mails/stranger-rows";
import { type Ctx, ctxAfterAnswer } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import { logDeferredWork } from "~/platform/log-left-work";

const counts = oncePerDeployment(() => new BoundedMap<string, SecurityEventBucket>(1000));

interface RequestOrigin {
  /** Network address of the refused client, as the edge reports it. */
  from: string | null;
  /** Slug of the page, if the event was about one. */
  pageSlug?: string;
}

async function write(ctx: Ctx, event: SecurityEventKind, after: Record<string, unknown>): Promise<void> {
  const id = ctx.id();
  await decideWithRetry(ctx, async () => {
    const rows = await reserveStrangerRows(ctx, "security");
    if (!rows) return;
    const audit = { action: `security.${event}`, subjectKind: "security", subjectId: event, after };
    await commitPlan(ctx, { id, pageId: null, guards: rows.guards, changes: rows.changes, audit });
  });
}

/**
 * Records a refusal: one line of the log and one entry of the deployment's audit log per minute, kind and network, each
 * with the number of events that it represents; after the answer, and within the day's rows for such entries. Nothing
 * that was sent is kept.
 */
export function recordSecurityEvent(ctx: Ctx, event: SecurityEventKind, { from, pageSlug }: RequestOrigin): void {
  const network = networkPrefix(from);
  const known = counts(ctx);
  const { times, next } = countSecurityEvent(known.get(`${event} ${network}`), ctx.now());
  known.set(`${event} ${network}`, next);
  if (times === null) return;
  ctx.log.warn("security", { kind: event, times });
  const about = pageSlug === undefined ? {} : { page: pageSlug };
  const work = write(ctxAfterAnswer(ctx, ctx.actor), event, { times, network, ...about });
  ctx.defer(work.catch((error) => logDeferredWork(ctx.log, "security.write", error)));
}
