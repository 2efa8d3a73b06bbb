import type { z } from "zod";
import type { ChangeInputTarget } from "~/change/authorize-and-parse";
import { readBatch, readNamedQueries } from "~/db/read";
import { goneFailure, missingFailure, type Result } from "~/failures/failure";
import { editMaintenanceChange } from "~/maintenances/edit";
import {
  type MaintenanceComponentStatuses,
  type MaintenanceEvent,
  statusDuringMaintenance,
} from "~/maintenances/engine/maintenance-rows";
import { type ComponentRefs, componentsIfNamedQuery } from "~/maintenances/known-components";
import { type MaintenanceChange, type MaintenanceSubject, maintenanceSubjectOf } from "~/maintenances/maintenance-step";
import { maintenanceTransitionFacts, maintenanceTransitionQueries } from "~/maintenances/queries/maintenance-edge";
import {
  changeMaintenanceStatusInputSchema,
  editMaintenanceInputSchema,
  extendMaintenanceInputSchema,
} from "~/maintenances/rules/input";
import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import { type MaintenanceTargetStatus, maintenanceExtendChange, maintenanceStatusChange } from "~/maintenances/verbs";
import {
  type ComponentLayersRow,
  componentLayersByIdsQuery,
  lastNotificationTimeQuery,
  updatesOfMaintenanceQuery,
} from "~/notifications/queries/letter-facts";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { createPreview } from "./preview";
import { mailedUpdateOf, previewSupposedMaintenance } from "./preview-maintenance";

type MaintenanceStepInput = ChangeInputTarget & {
  pageId: string;
  id: string;
  components?: MaintenanceComponentStatuses | undefined;
};

/** Returns its components with their future statuses; those that it gives count while it is active. */
const standingAfter = (
  among: readonly ComponentLayersRow[],
  touched: MaintenanceComponentStatuses,
  active: boolean,
): ComponentLayersRow[] =>
  among.map((each) => {
    const planned = statusDuringMaintenance(touched[each.id] ?? "");
    const given = active ? [planned] : [];
    return {
      ...each,
      planned,
      maintenances: JSON.stringify([...(JSON.parse(each.maintenances) as string[]), ...given]),
    };
  });

/**
 * Returns the event for channels and whether subscribers are notified, from the notices of a step; null if nobody is
 * notified.
 */
function newsOf({ notices = [] }: MaintenanceChange): { event: MaintenanceEvent; notify: boolean } | null {
  const heard = notices.findLast(({ audience }) => audience === "team");
  if (!heard) return null;
  return { event: heard.kind as MaintenanceEvent, notify: notices.some(({ audience }) => audience === "subscribers") };
}

/** Reads the maintenance, its page, and the page's components if the input names some. */
async function factsOf(ctx: Ctx, { pageId, id, components }: MaintenanceStepInput) {
  const own = { pages: pageByIdQuery(ctx, pageId), shown: componentsIfNamedQuery(ctx, pageId, components) };
  const [{ pages, shown }, edge] = await readNamedQueries(ctx, own, maintenanceTransitionQueries(ctx, pageId, id));
  const { found } = maintenanceTransitionFacts(id, edge);
  const [page] = pages;
  return page && found ? { page, shown, subject: maintenanceSubjectOf(found) } : null;
}

/**
 * Previews a step by running the decision of the use case. Failures: those of the decision; gone if nobody is notified;
 * missing.
 */
const ofStep = <Schema extends z.ZodType<MaintenanceStepInput>>(
  schema: Schema,
  decide: (
    ctx: Ctx,
    subject: MaintenanceSubject,
    input: z.output<Schema>,
    shown: ComponentRefs,
  ) => Result<MaintenanceChange>,
) =>
  createPreview(schema, async (ctx, input, look) => {
    const { pageId, id } = input;
    const facts = await factsOf(ctx, input);
    if (!facts) return missingFailure;
    const { page, subject, shown } = facts;
    const step = decide(ctx, subject, input, shown);
    if (!step.ok) return step;
    const news = newsOf(step.value);
    if (!news) return goneFailure;
    const { fields, says, components: touched = subject.components } = step.value;
    const row = { ...subject.row, ...fields };
    const [rows, among, [told]] = await readBatch(
      ctx,
      updatesOfMaintenanceQuery(ctx, pageId, id),
      componentLayersByIdsQuery(ctx, pageId, Object.keys(touched), "", id),
      lastNotificationTimeQuery(ctx, pageId, id, ctx.now()),
    );
    const updates = [...(says ? [mailedUpdateOf(ctx, row.status, says.body)] : []), ...rows];
    const components = standingAfter(among, touched, isMaintenanceActive(row.status));
    return previewSupposedMaintenance(ctx, look, page, {
      ...news,
      row,
      updates,
      components,
      toldBefore: told?.at ?? 0,
    });
  });

/** Previews starting, verifying, completing or cancelling it manually. */
export const previewMaintenanceMove = (to: MaintenanceTargetStatus) =>
  ofStep(changeMaintenanceStatusInputSchema, (ctx, subject, input) => maintenanceStatusChange(ctx, subject, to, input));

/** Previews a later end. */
export const previewExtendingMaintenance = ofStep(extendMaintenanceInputSchema, maintenanceExtendChange);

/** Previews a change of its fields; only another window is announced. */
export const previewMaintenanceEdit = ofStep(editMaintenanceInputSchema, editMaintenanceChange);
