import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { subscribable } from "~/components/queries/component";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import { gone, ok, type Result } from "~/failures/failure";
import { type AskedWish, wishedAmong } from "~/notifications/letters/engine/subscribe-link";
import type { LinkHolder } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { cleared, type Wish } from "./asking";
import { incidentToFollow, notSubscribed, stillAtVersion, subscriptionsOfAddress } from "./queries/subscriber";
import { confirmingWish } from "./rules/subscriber";

export interface Confirmed {
  /** Subscription whose links may be shown from now on. */
  holder: LinkHolder;
  already: boolean;
}

async function factsOf(ctx: Ctx, asked: AskedWish) {
  const { pageId, address, incidentId, scope } = asked;
  const [rows, components, [incident]] = await read(
    ctx,
    subscriptionsOfAddress(ctx, address),
    subscribable(ctx, pageId),
    incidentToFollow(ctx, pageId, incidentId),
  );
  const known = rows.find((each) => each.pageId === pageId && each.incidentId === incidentId) ?? null;
  const ids = components.map(({ id }) => id);
  const componentIds = scope === "components" ? wishedAmong(asked, ids) : [];
  const isThere = scope === "page" || (scope === "incident" ? incident !== undefined : componentIds.length > 0);
  return { known, componentIds, does: isThere ? confirmingWish(known, asked.generation) : ("gone" as const) };
}

/** Returns the columns of an active subscription; one that was left or failed starts again, with new links. */
export function activeRow(
  ctx: Ctx,
  { scope, incidentId, language, timeZone }: Omit<Wish, "componentIds">,
  componentIds: string[],
) {
  const now = ctx.now();
  const wish = { scope, componentIds, incidentId, language, timeZone };
  const times = { confirmedAt: now, updatedAt: now, unsubscribedAt: null };
  return { ...wish, ...cleared, ...times, state: "active" as const, confirmationsAt: [] };
}

/** Confirms the wish that a link carries; the subscriber is stored only now. */
export const confirmAsked = (ctx: Ctx, asked: AskedWish, commitId: string): Promise<Result<Confirmed>> =>
  changing(ctx, async (): Promise<Result<Confirmed>> => {
    const { known, componentIds, does } = await factsOf(ctx, asked);
    if (does === "gone") return gone;
    if (known && does === "already") return ok({ holder: known, already: true });
    const { pageId, address, incidentId } = asked;
    const holder = { id: known?.id ?? ctx.id(), generation: known ? known.generation + 1 : 0 };
    const row = { ...activeRow(ctx, asked, componentIds), ...holder };
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [known ? stillAtVersion(pageId, known.id, known.version) : notSubscribed(pageId, address, incidentId)],
      changes: known
        ? updateRows(subscriber, pageId, [row])
        : insertRows(subscriber, [{ ...row, pageId, address, createdAt: row.confirmedAt }]),
      audit: {
        action: "subscriber.confirm",
        subjectKind: "subscriber",
        subjectId: holder.id,
        after: { scope: asked.scope },
      },
    });
    return done.ok ? ok({ holder: { ...holder, id: done.value.id }, already: false }) : done;
  });

/** Returns what the button would do, for the page that shows it. */
export async function readAsked(ctx: Ctx, asked: AskedWish): Promise<Result<Confirmed>> {
  const { known, does } = await factsOf(ctx, asked);
  if (does === "gone") return gone;
  return ok({ holder: known ?? { id: "", generation: 0 }, already: does === "already" });
}
