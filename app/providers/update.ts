import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences } from "~/change/differences";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { providerAccess } from "./provider-access";
import { expectProvider, saveProvider } from "./queries/provider";
import { type UpdateProviderInput, updateProviderInput } from "./rules/provider-input";

/**
 * Changes a provider's name, client id or secret; a secret that is left out stays. Failures: invalid, conflict,
 * missing.
 */
export const updateProvider = (ctx: Ctx, given: UpdateProviderInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...providerAccess, input: updateProviderInput }, given, async ({ row, fields }) => {
    const { name = row.name, clientId = row.clientId, clientSecret } = fields;
    const secretSealed = clientSecret ? await ctx.secrets.seal(clientSecret) : row.secretSealed;
    const { before, after } = differences({ name: row.name, clientId: row.clientId }, { name, clientId });
    return ok({
      action: "provider.update",
      guards: [expectProvider(row)],
      changes: [saveProvider({ ...row, name, clientId, secretSealed, updatedAt: ctx.now() })],
      before,
      after: { ...after, ...(clientSecret ? { clientSecret: "another" } : {}) },
    });
  });
