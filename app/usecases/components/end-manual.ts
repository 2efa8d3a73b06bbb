import { commit } from "~/db/commit";
import { manualEnded } from "~/db/queries/manual";
import { appendChanges } from "~/db/queries/status-change";
import { component } from "~/db/schema";
import { deciding } from "~/db/trouble";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { toStatusOrNull } from "~/rules/status";
import { publish } from "../pages/publish";

/** Ends manual statuses whose time is over, dated as planned even when the tick was late. */
export async function endManual(ctx: Ctx, pageId: string): Promise<void> {
  await deciding(ctx, async () => {
    const now = ctx.now();
    const due = await manualEnded(ctx, pageId, now);
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
      recordedAt: now,
    }));
    await commit(ctx, {
      id: ctx.id(),
      pageId,
      expect: [{ table: component, rows: due.map(({ id, version }) => ({ id, version })) }],
      changes: [...updateRows(component, pageId, rows), ...appendChanges(ctx, pageId, changes, "manual_end", null)],
      audit: { action: "component.manual_end", subjectKind: "component", subjectId: due[0]?.id ?? "" },
      publishes: "home",
    });
  });
  await publish(ctx, pageId);
}
