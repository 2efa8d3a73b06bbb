import { readBatch } from "~/db/read";
import { missingFailure, type Result } from "~/failures/failure";
import {
  type MaintenanceEvent,
  maintenanceUpdateColumns,
  renderedBodyColumns,
  statusDuringMaintenance,
  subscriberNoticeKindByEvent,
} from "~/maintenances/engine/maintenance-rows";
import { maintenanceUpdateInputSchema, planMaintenanceInputSchema } from "~/maintenances/rules/input";
import { type MaintenanceEmailRows, writeMaintenanceEmail } from "~/notifications/letters/engine/maintenance";
import type { MailedUpdate } from "~/notifications/letters/engine/news";
import { noticeForPreview } from "~/notifications/letters/engine/preview-subject";
import { maintenanceMessageContent, rescheduleUpdateText } from "~/notifications/letters/engine/published-message";
import {
  type ComponentLayersRow,
  componentLayersByIdsQuery,
  componentLayersOfSubjectQuery,
  maintenanceForEmailQuery,
  updatesOfMaintenanceQuery,
} from "~/notifications/queries/letter-facts";
import { type PageRow, pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { createPreview, type PreviewBuilder } from "./preview";

export interface SupposedMaintenance extends Omit<MaintenanceEmailRows, "page"> {
  event: MaintenanceEvent;
  notify: boolean;
}

/** Previews the messages about a maintenance in its supposed state. */
export function previewSupposedMaintenance<Seen>(
  ctx: Ctx,
  look: PreviewBuilder<Seen>,
  page: PageRow,
  supposed: SupposedMaintenance,
): Promise<Result<Seen>> {
  const { event, notify, ...read } = supposed;
  const { row, updates, components } = read;
  const componentIds = components.map(({ id }) => id);
  const notice = noticeForPreview(ctx, {
    pageId: page.id,
    subjectId: row.id,
    kind: subscriberNoticeKindByEvent[event],
    componentIds,
  });
  const [last] = updates;
  const newest = last ? { status: last.status, text: last.bodyText, said: last.said } : null;
  // Without a notification by email, rescheduling posts no update either.
  const said = event === "maintenance_moved" && !notify ? rescheduleUpdateText : newest;
  const told = components.map((each) => ({ ...each, given: each.planned ?? "under_maintenance" }));
  return look(ctx, {
    page,
    notice,
    event,
    notify,
    writer: writeMaintenanceEmail({ ctx, notices: [notice], masked: true }, { page, ...read }),
    telling: maintenanceMessageContent(event, row, said, told),
  });
}

/** Returns a text as an update of now. */
export const mailedUpdateOf = (ctx: Ctx, status: string, body: string): MailedUpdate => ({
  id: "preview",
  status,
  ...maintenanceUpdateColumns(body),
  shownAt: ctx.now(),
  createdAt: ctx.now(),
});

/** Previews a maintenance being scheduled; for a series, its first occurrence. Failures: invalid, missing. */
export const previewMaintenanceSchedule = createPreview(planMaintenanceInputSchema, async (ctx, input, look) => {
  const { pageId, title, body, startsAt, endsAt, components, tellPlanned: notify } = input;
  const [[page], among] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    componentLayersByIdsQuery(ctx, pageId, Object.keys(components), ""),
  );
  if (!page) return missingFailure;
  const planned = among.map(
    (each): ComponentLayersRow => ({ ...each, planned: statusDuringMaintenance(components[each.id] ?? "") }),
  );
  const row = { id: "preview", title, ...renderedBodyColumns(body), startsAt, endsAt, status: "scheduled" as const };
  const updates = [mailedUpdateOf(ctx, row.status, body)];
  return previewSupposedMaintenance(ctx, look, page, {
    event: "maintenance_planned",
    notify,
    row,
    updates,
    components: planned,
    toldBefore: 0,
  });
});

/** Previews an update of a maintenance. Failures: invalid, missing. */
export const previewMaintenanceUpdate = createPreview(maintenanceUpdateInputSchema, async (ctx, input, look) => {
  const { pageId, id, body, notify } = input;
  const [[page], [found], rows, components] = await readBatch(
    ctx,
    pageByIdQuery(ctx, pageId),
    maintenanceForEmailQuery(ctx, pageId, id, { createdAt: ctx.now(), way: null }),
    updatesOfMaintenanceQuery(ctx, pageId, id),
    componentLayersOfSubjectQuery(ctx, pageId, id),
  );
  if (!page || !found) return missingFailure;
  const updates = [mailedUpdateOf(ctx, found.row.status, body), ...rows];
  return previewSupposedMaintenance(ctx, look, page, {
    event: "maintenance_updated",
    notify,
    ...found,
    updates,
    components,
  });
});
