import type { z } from "zod";
import type { Target } from "~/change/authorize-and-parse";
import { read, readNamedQueries } from "~/db/read";
import { goneFailure, missingFailure, type Result } from "~/failures/failure";
import { editStep } from "~/maintenances/edit";
import { type MaintenanceEvent, type TakenStatuses, touchedStatus } from "~/maintenances/engine/maintenance-rows";
import { type ComponentRefs, componentsToRead } from "~/maintenances/known-components";
import { type MaintenanceStep, type MaintenanceSubject, subjectIn } from "~/maintenances/maintenance-step";
import { maintenanceEdgeFacts, maintenanceEdgeQueries } from "~/maintenances/queries/maintenance-edge";
import { editMaintenanceInput, extendMaintenanceInput, moveMaintenanceInput } from "~/maintenances/rules/input";
import { isActive } from "~/maintenances/rules/maintenance";
import { extendStep, type MaintenanceMove, moveStep } from "~/maintenances/verbs";
import {
  lastNotificationTime,
  maintenanceUpdatesOf,
  type StandingRow,
  standingsAmong,
} from "~/notifications/queries/letter-facts";
import { pageById } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { previewFor } from "./preview";
import { shownMaintenance, updateOf } from "./preview-maintenance";

type StepInput = Target & { pageId: string; id: string; components?: TakenStatuses | undefined };

/** Returns its components with their future statuses; those that it gives count while it is active. */
const standingAfter = (among: readonly StandingRow[], touched: TakenStatuses, active: boolean): StandingRow[] =>
  among.map((each) => {
    const planned = touchedStatus(touched[each.id] ?? "");
    const given = active ? [planned] : [];
    return {
      ...each,
      planned,
      maintenances: JSON.stringify([...(JSON.parse(each.maintenances) as string[]), ...given]),
    };
  });

/**
 * Returns the event for channels and whether subscribers are notified, from the notices of a step. null = nobody is
 * notified.
 */
function newsOf({ notices = [] }: MaintenanceStep): { event: MaintenanceEvent; notify: boolean } | null {
  const heard = notices.findLast(({ audience }) => audience === "team");
  if (!heard) return null;
  return { event: heard.kind as MaintenanceEvent, notify: notices.some(({ audience }) => audience === "subscribers") };
}

/** Reads the maintenance, its page, and the page's components if the input names some. */
async function factsOf(ctx: Ctx, { pageId, id, components }: StepInput) {
  const own = { pages: pageById(ctx, pageId), shown: componentsToRead(ctx, pageId, components) };
  const [{ pages, shown }, edge] = await readNamedQueries(ctx, own, maintenanceEdgeQueries(ctx, pageId, id));
  const { found } = maintenanceEdgeFacts(id, edge);
  const [page] = pages;
  return page && found ? { page, shown, subject: subjectIn(found) } : null;
}

/**
 * Previews a step by running the use case's own decision. Failures: those of the decision; gone when nobody is
 * notified; missing.
 */
const ofStep = <Schema extends z.ZodType<StepInput>>(
  schema: Schema,
  decide: (
    ctx: Ctx,
    subject: MaintenanceSubject,
    input: z.output<Schema>,
    shown: ComponentRefs,
  ) => Result<MaintenanceStep>,
) =>
  previewFor(schema, async (ctx, input, look) => {
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
    const [rows, among, [told]] = await read(
      ctx,
      maintenanceUpdatesOf(ctx, pageId, id),
      standingsAmong(ctx, pageId, Object.keys(touched), "", id),
      lastNotificationTime(ctx, pageId, id, ctx.now()),
    );
    const updates = [...(says ? [updateOf(ctx, row.status, says.body)] : []), ...rows];
    const components = standingAfter(among, touched, isActive(row.status));
    return shownMaintenance(ctx, look, page, { ...news, row, updates, components, toldBefore: told?.at ?? 0 });
  });

/** Previews starting, verifying, completing or cancelling it manually. */
export const previewMove = (to: MaintenanceMove) =>
  ofStep(moveMaintenanceInput, (ctx, subject, input) => moveStep(ctx, subject, to, input));

/** Previews a later end. */
export const previewExtension = ofStep(extendMaintenanceInput, extendStep);

/** Previews a change of its fields; only another window is announced. */
export const previewEdit = ofStep(editMaintenanceInput, editStep);
