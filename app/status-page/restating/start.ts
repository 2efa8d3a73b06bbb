import { z } from "zod";
import { personOf } from "~/access/actor";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { restating } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { commitIdInput, ofPage } from "~/fields/text-inputs";
import type { Ctx } from "~/platform/ctx";
import { restatingRowById } from "./queries/restating";

const input = z.object({ ...ofPage, ...commitIdInput });

export type StartRestatingInput = z.input<typeof input>;

/**
 * Starts, for an owner, the restating of what was found on a page; ticks do the work. Nothing changes when it was
 * started already or its time has come. Failures: missing (nothing is to be restated).
 */
export const startPageRestatement = (ctx: Ctx, given: StartRestatingInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { role: "owner", subject: "page", input, row: (_, { pageId }) => restatingRowById(ctx, pageId) },
    given,
    ({ row }) => {
      if (row.stage !== "found") return ok(null);
      const now = ctx.now();
      const columns = { stage: "writing" as const, startedAt: now, startedBy: personOf(ctx.actor), dueAt: now };
      return ok({
        action: "page.restate",
        expect: [{ table: restating, rows: [{ pageId: row.id, version: row.version }], key: ["pageId"] }],
        changes: updateRows(restating, row.id, [{ pageId: row.id, ...columns }], ["pageId"]),
      });
    },
  );
