import type { z } from "zod";
import type { ChangeResult } from "~/change/change-result";
import { updateAuthorOf } from "~/db/author";
import { maintenanceUpdateTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { withUpdateEdit } from "~/incidents/rules/update-edits";
import type { Ctx } from "~/platform/ctx";
import { keepWordsStatements } from "~/search/queries/keep-words";
import { minuteMs } from "~/time/durations";
import { maintenanceNotices, maintenanceUpdateColumns, maintenanceUpdateWords } from "./engine/maintenance-rows";
import { changeMaintenance } from "./maintenance-step";
import { maintenanceUpdateByIdQuery } from "./queries/maintenance";
import {
  type EditMaintenanceUpdateInput,
  editMaintenanceUpdateInputSchema,
  type MaintenanceUpdateInput,
  maintenanceUpdateInputSchema,
} from "./rules/input";

export type { EditMaintenanceUpdateInput, MaintenanceUpdateInput };

/** Posts an update; the status stays. Failures: invalid, conflict (version, cancelled), missing. */
export const postMaintenanceUpdate = (ctx: Ctx, given: MaintenanceUpdateInput): Promise<Result<ChangeResult>> =>
  changeMaintenance(ctx, { input: maintenanceUpdateInputSchema }, given, ({ row, components }, { body, notify }) => {
    if (row.status === "cancelled") {
      return fail({ name: "conflict", code: "not_possible_now", detail: "maintenance.cancelled" });
    }
    const news = { id: row.id, components, sequence: row.version + 1, event: "maintenance_updated", notify } as const;
    const notices = maintenanceNotices(ctx, news);
    return ok({ verb: "update", fields: {}, says: { body, notify }, notices, audited: { body } });
  });

const minute = (at: number) => Math.floor(at / minuteMs);

const edited = (ctx: Ctx) => (input: z.output<typeof editMaintenanceUpdateInputSchema>) => ({
  updates: maintenanceUpdateByIdQuery(ctx, input.pageId, input.id, input.updateId),
});

/**
 * Corrects an update's text or its displayed time; the previous version is kept. Failures: invalid, conflict, missing.
 */
export const editMaintenanceUpdate = (ctx: Ctx, given: EditMaintenanceUpdateInput): Promise<Result<ChangeResult>> =>
  changeMaintenance(
    ctx,
    { input: editMaintenanceUpdateInputSchema, facts: edited(ctx) },
    given,
    ({ row }, input, { updates }) => {
      const { pageId, updateId: id } = input;
      const [found] = updates;
      if (!found) return missingFailure;
      const asked = input.shownAt ?? found.shownAt;
      const shownAt = minute(asked) === minute(found.shownAt) ? found.shownAt : asked;
      if (shownAt > ctx.now() && shownAt !== found.shownAt) return invalidFieldFailure("shownAt", "time.future");
      const { body = found.body } = input;
      const kept = { at: ctx.now(), ...updateAuthorOf(ctx), body: found.body, shownAt: found.shownAt };
      const same = body === found.body && shownAt === found.shownAt;
      const edits = same ? found.edits : withUpdateEdit(found.edits, kept);
      const change = { id, ...maintenanceUpdateColumns(body), shownAt, edits, updatedAt: ctx.now() };
      return ok({
        verb: "edit_update",
        fields: {},
        changes: [
          ...updateRowsStatements(maintenanceUpdateTable, pageId, [change]),
          ...(body === found.body ? [] : keepWordsStatements(pageId, [maintenanceUpdateWords(row, change)])),
        ],
        audited: { update: id, body_before: found.body, body, shownAt },
      });
    },
  );
