import type { ChangeResult } from "~/change/change-result";
import { withoutUndefinedFields } from "~/change/differences";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type MaintenanceComponentStatuses,
  type MaintenanceEvent,
  maintenanceNotices,
  renderedBodyColumns,
  statusDuringMaintenance,
} from "./engine/maintenance-rows";
import { standardUpdateTexts } from "./engine/maintenance-words";
import { type ComponentRefs, componentsAfterChange, componentsIfNamedQuery } from "./known-components";
import { changeMaintenance, type MaintenanceChange, type MaintenanceSubject } from "./maintenance-step";
import { type EditMaintenanceInput, editMaintenanceInputSchema } from "./rules/input";
import { rescheduleMaintenance } from "./rules/maintenance";
import { maintenanceStatusChange } from "./verbs";

export type { EditMaintenanceInput };

type MaintenanceInput = ReturnType<typeof editMaintenanceInputSchema.parse>;

/** Returns the components when the set or a status changes; undefined = unchanged. */
function otherComponents(
  before: MaintenanceComponentStatuses,
  asked: Record<string, string> | undefined,
): MaintenanceComponentStatuses | undefined {
  if (!asked) return undefined;
  const statuses = Object.entries(asked).map(([id, status]) => [id, statusDuringMaintenance(status)] as const);
  const same =
    statuses.length === Object.keys(before).length && statuses.every(([id, status]) => before[id] === status);
  return same ? undefined : Object.fromEntries(statuses);
}

const planNames = ["startsAt", "endsAt", "autoStart", "autoEnd"] as const;

/** Returns the requested changes of window and automation. */
const askedPlan = (row: MaintenanceSubject["row"], input: MaintenanceInput) =>
  withoutUndefinedFields(
    Object.fromEntries(planNames.map((name) => [name, input[name] === row[name] ? undefined : input[name]])),
  );

function fieldsOf(row: MaintenanceSubject["row"], input: MaintenanceInput) {
  const { title, body, tellStart, tellEnd, remindDay, remindHour } = input;
  const text = body === undefined || body === row.body ? {} : renderedBodyColumns(body);
  return { ...withoutUndefinedFields({ title, tellStart, tellEnd, remindDay, remindHour }), ...text };
}

const noticesOf = (ctx: Ctx, { row, components }: MaintenanceSubject, event: MaintenanceEvent, notify: boolean) =>
  maintenanceNotices(ctx, { id: row.id, components, sequence: row.version + 1, event, notify, silent: !notify });

function stepOf(
  ctx: Ctx,
  { row, components }: MaintenanceSubject,
  input: MaintenanceInput,
  asked: Record<string, string> | undefined,
): Result<MaintenanceChange> {
  const plan = askedPlan(row, input);
  const touched = otherComponents(components, asked);
  const replan = touched !== undefined || Object.keys(plan).length > 0;
  const next = replan ? rescheduleMaintenance(row, plan, ctx.now()) : ok(row);
  if (!next.ok) return next;
  const { startsAt, endsAt, autoStart, autoEnd, dueAt } = next.value;
  const moved = startsAt !== row.startsAt || endsAt !== row.endsAt;
  const subject = { row, components: touched ?? components };
  const says = moved && input.notify;
  return ok({
    verb: "edit",
    fields: { ...fieldsOf(row, input), startsAt, endsAt, autoStart, autoEnd, dueAt, edited: true },
    ...(touched ? { components: touched } : {}),
    ...(says ? { says: { body: standardUpdateTexts.moved, notify: true } } : {}),
    notices: moved ? noticesOf(ctx, subject, "maintenance_moved", says) : [],
  });
}

/** Adds the status change or the update to the same commit as the other changes. */
function withMove(
  ctx: Ctx,
  subject: MaintenanceSubject,
  step: MaintenanceChange,
  input: MaintenanceInput,
): Result<MaintenanceChange> {
  const { to, says: body, tell: notify = true } = input;
  const heard = (step.notices ?? []).filter(({ audience }) => audience === "team");
  const after = {
    ...subject,
    row: { ...subject.row, ...step.fields },
    components: step.components ?? subject.components,
  };
  if (to && to !== subject.row.status) {
    const moved = maintenanceStatusChange(ctx, after, to, { body, notify: input.tell });
    if (!moved.ok) return moved;
    const notices = [...heard, ...(moved.value.notices ?? [])];
    return ok({ ...step, ...moved.value, fields: { ...step.fields, ...moved.value.fields }, notices });
  }
  if (!body?.trim()) return ok(step);
  const notices = [...heard, ...noticesOf(ctx, after, "maintenance_updated", notify)];
  return ok({ ...step, says: { body, notify }, notices });
}

/** Returns the step with the changed values, and with the status change if one is requested. */
export function editMaintenanceChange(
  ctx: Ctx,
  subject: MaintenanceSubject,
  input: MaintenanceInput,
  shown: ComponentRefs,
): Result<MaintenanceChange> {
  const asked = componentsAfterChange(shown, input.components, subject.components);
  if (!asked.ok) return asked;
  const step = stepOf(ctx, subject, input, asked.value);
  return step.ok ? withMove(ctx, subject, step.value, input) : step;
}

/**
 * Changes the given fields. The start can change only while it is scheduled; when it is over, only the texts can. An
 * occurrence of a series is independent of the series afterwards. Failures: invalid (`end_before_start`, `end_in_past`,
 * `has_begun`), conflict, missing.
 */
export const editMaintenance = (ctx: Ctx, given: EditMaintenanceInput): Promise<Result<ChangeResult>> =>
  changeMaintenance(
    ctx,
    {
      input: editMaintenanceInputSchema,
      facts: ({ pageId, components }) => ({ shown: componentsIfNamedQuery(ctx, pageId, components) }),
    },
    given,
    (subject, input, { shown }) => editMaintenanceChange(ctx, subject, input, shown),
  );
