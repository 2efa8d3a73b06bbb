import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { pageTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { type PingKeyInput, pingKeyInputSchema } from "./rules/input";

/**
 * Gives the page a ping key, either the first or a new one; addresses with the old key respond with 404. Failures:
 * conflict, missing.
 */
export const rotatePingKey = (ctx: Ctx, given: PingKeyInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "admin",
      subject: "page",
      table: pageTable,
      input: pingKeyInputSchema,
      row: (_, { pageId }) => pageByIdQuery(ctx, pageId),
      show: ({ id, name, version }) => ({ id, name, version }),
    },
    given,
    async ({ row }) => {
      const key = ctx.token();
      return ok({
        action: row.pingKeyHash === null ? "page.make_ping_key" : "page.rotate_ping_key",
        fields: { pingKeyHash: await ctx.secrets.hash(key), pingKeySealed: await ctx.secrets.seal(key) },
      });
    },
  );
