import { read } from "~/db/read";
import { missingFailure, type Result } from "~/failures/failure";
import {
  bodyColumns,
  type MaintenanceEvent,
  subscriberKinds,
  touchedStatus,
  updateColumns,
} from "~/maintenances/engine/maintenance-rows";
import { maintenanceUpdateInput, planMaintenanceInput } from "~/maintenances/rules/input";
import { type MaintenanceMailFacts, writeMaintenance } from "~/notifications/letters/engine/maintenance";
import type { MailedUpdate } from "~/notifications/letters/engine/news";
import { supposedNotice } from "~/notifications/letters/engine/preview-subject";
import { maintenanceMessageContent, unsaidMove } from "~/notifications/letters/engine/published-message";
import {
  maintenanceToTell,
  maintenanceUpdatesOf,
  type StandingRow,
  standings,
  standingsAmong,
} from "~/notifications/queries/letter-facts";
import { type PageRow, pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { type PreviewLook, previewFor } from "./preview";

export interface SupposedMaintenance extends Omit<MaintenanceMailFacts, "page"> {
  event: MaintenanceEvent;
  notify: boolean;
}

/** Previews the messages about a maintenance in its supposed state. */
export function shownMaintenance<Seen>(
  ctx: Ctx,
  look: PreviewLook<Seen>,
  page: PageRow,
  supposed: SupposedMaintenance,
): Promise<Result<Seen>> {
  const { event, notify, ...read } = supposed;
  const { row, updates, components } = read;
  const componentIds = components.map(({ id }) => id);
  const notice = supposedNotice(ctx, {
    pageId: page.id,
    subjectId: row.id,
    kind: subscriberKinds[event],
    componentIds,
  });
  const [last] = updates;
  const newest = last ? { status: last.status, text: last.bodyText, said: last.said } : null;
  // Without a notification by email, rescheduling posts no update either.
  const said = event === "maintenance_moved" && !notify ? unsaidMove : newest;
  const told = components.map((each) => ({ ...each, given: each.planned ?? "under_maintenance" }));
  return look(ctx, {
    page,
    notice,
    event,
    notify,
    writer: writeMaintenance({ ctx, notices: [notice], masked: true }, { page, ...read }),
    telling: maintenanceMessageContent(event, row, said, told),
  });
}

/** Returns a text as an update of now. */
export const updateOf = (ctx: Ctx, status: string, body: string): MailedUpdate => ({
  id: "preview",
  status,
  ...updateColumns(body),
  shownAt: ctx.now(),
  createdAt: ctx.now(),
});

/** Previews a maintenance being scheduled; for a series, its first occurrence. Failures: invalid, missing. */
export const previewPlan = previewFor(planMaintenanceInput, async (ctx, input, look) => {
  const { pageId, title, body, startsAt, endsAt, components, tellPlanned: notify } = input;
  const [[page], among] = await read(
    ctx,
    pageById(ctx, pageId),
    standingsAmong(ctx, pageId, Object.keys(components), ""),
  );
  if (!page) return missingFailure;
  const planned = among.map((each): StandingRow => ({ ...each, planned: touchedStatus(components[each.id] ?? "") }));
  const row = { id: "preview", title, ...bodyColumns(body), startsAt, endsAt, status: "scheduled" as const };
  const updates = [updateOf(ctx, row.status, body)];
  return shownMaintenance(ctx, look, page, {
    event: "maintenance_planned",
    notify,
    row,
    updates,
    components: planned,
    toldBefore: 0,
  });
});

/** Previews an update of a maintenance. Failures: invalid, missing. */
export const previewMaintenanceUpdate = previewFor(maintenanceUpdateInput, async (ctx, input, look) => {
  const { pageId, id, body, notify } = input;
  const [[page], [found], rows, components] = await read(
    ctx,
    pageById(ctx, pageId),
    maintenanceToTell(ctx, pageId, id, { createdAt: ctx.now(), way: null }),
    maintenanceUpdatesOf(ctx, pageId, id),
    standings(ctx, pageId, id),
  );
  if (!page || !found) return missingFailure;
  const updates = [updateOf(ctx, found.row.status, body), ...rows];
  return shownMaintenance(ctx, look, page, { event: "maintenance_updated", notify, ...found, updates, components });
});
