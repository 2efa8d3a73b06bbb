import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { providerAccess } from "./provider-access";
import { viewOf } from "./provider-view";
import { endSessionsBy, expectProvider, forgetIdentitiesOf, forgetProvider } from "./queries/provider";
import { type ProviderTarget, providerTarget } from "./rules/provider-input";

/**
 * Deletes a provider. Its people can no longer sign in with it and are signed out everywhere, except for the session
 * that asks. Failures: conflict, missing.
 */
export const deleteProvider = (ctx: Ctx, given: ProviderTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...providerAccess, input: providerTarget }, given, ({ row }) => {
    const kept = ctx.actor.kind === "person" ? ctx.actor.sessionId : "";
    const { id, version: _version, ...before } = viewOf(row);
    return ok({
      action: "provider.delete",
      guards: [expectProvider(row)],
      changes: [endSessionsBy(id, kept), forgetIdentitiesOf(id), forgetProvider(id)],
      before,
    });
  });
