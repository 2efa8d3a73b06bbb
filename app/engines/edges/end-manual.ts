import { commit } from "~/db/commit";
import { deciding } from "~/db/deciding";
import { manualEnded } from "~/db/queries/manual";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { toStatusOrNull } from "~/rules/basics/status";
import { publish } from "../publishing/publish";
import { timelineStep } from "../timeline/extend";

/** Ends manual statuses whose time is over, dated as planned even when the tick was late. */
export async function endManual(ctx: Ctx, pageId: string): Promise<void> {
  await deciding(ctx, async () => {
    const now = ctx.now();
    const { due, state } = await manualEnded(ctx, pageId, now);
    if (due.length === 0) return;
    const rows = due.map((each) => ({
      id: each.id,
      manualStatus: null,
      manualReason: null,
      manualUntil: null,
      updatedAt: now,
    }));
    const changes = due.map((each) => ({
      componentId: each.id,
      layer: "manual" as const,
      from: toStatusOrNull(each.manualStatus),
      to: null,
      at: Math.min(now, each.manualUntil ?? now),
    }));
    const cause = { cause: "manual_end", reference: null } as const;
    const step = await timelineStep(ctx, true, { pageId, state, changes, ...cause });
    await commit(ctx, {
      id: ctx.id(),
      pageId,
      expect: [{ table: component, rows: due.map(({ id, version }) => ({ id, version })) }],
      guards: step.guards,
      changes: [...updateRows(component, pageId, rows), ...step.changes],
      audit: { action: "component.manual_end", subjectKind: "component", subjectId: due[0]?.id ?? "" },
      publishes: "home",
    });
  });
  await publish(ctx, pageId);
}
