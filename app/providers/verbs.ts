import { withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import { changedValues } from "~/change/differences";
import { readIfOperator } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { identityProviderTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import { type ProviderView, providerRedirectUrl, providerViewOf } from "./provider-view";
import {
  deleteIdentitiesStatement,
  deleteProviderStatement,
  endProviderSessionsStatement,
  guardProviderVersionStatement,
  peopleCountOfProviderQuery,
  providerByIdQuery,
  providersInOrderQuery,
  updateProviderStatement,
} from "./queries/provider";
import {
  type CreateProviderInput,
  createProviderInputSchema,
  type ProviderTargetInput,
  providerTargetInputSchema,
  type UpdateProviderInput,
  updateProviderInputSchema,
} from "./rules/provider-input";

/** Definition of a provider for the commands that change it. */
const providerAccess = {
  role: "operator",
  subject: "provider",
  row: (ctx: Ctx, { id }: { id: string }) => providerByIdQuery(ctx, id),
  show: providerViewOf,
} as const;

/** Returns the deployment's providers, oldest first. For the operator. */
export const listProviders = (ctx: Ctx): Promise<Result<ProviderView[]>> =>
  readIfOperator(ctx, [providersInOrderQuery(ctx)], ([rows]) => ok(rows.map(providerViewOf)));

export interface ProviderDetail {
  provider: ProviderView;
  /** Redirect URL, to be registered at the provider. */
  redirect: string;
  /** Number of people who can sign in with it. */
  people: number;
}

/** Returns one provider. For the operator. */
export const readProvider = (ctx: Ctx, { id }: { id: string }): Promise<Result<ProviderDetail>> =>
  readIfOperator(ctx, [providerByIdQuery(ctx, id), peopleCountOfProviderQuery(ctx, id)], ([[row], [count]]) => {
    if (!row) return missingFailure;
    return ok({ provider: providerViewOf(row), redirect: providerRedirectUrl(ctx, id), people: count?.people ?? 0 });
  });

/** A provider on the sign-in page, which anyone may see. */
export interface OfferedProvider {
  id: string;
  name: string;
}

/** Returns the providers for the sign-in page. For anyone. */
export async function listProvidersForSignIn(ctx: Ctx): Promise<OfferedProvider[]> {
  const [rows] = await readBatch(ctx, providersInOrderQuery(ctx));
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Refuses plain http unless the address is in the operator's own network. */
function refusalOf(ctx: Ctx, issuer: string): Result<never> | null {
  const own = [new URL(ctx.config.origin).host];
  const guarded = checkOutboundUrl(issuer, { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own });
  if (!guarded.ok) return invalidFieldFailure("issuer", guarded.detail, guarded.code);
  const isPublic = checkOutboundUrl(issuer, { networks: [], own }).ok;
  if (guarded.url.protocol === "http:" && isPublic) return invalidFieldFailure("issuer", "provider.https");
  return null;
}

/** Adds a provider by which people can sign in. Failures: invalid (a blocked address). */
export async function createProvider(ctx: Ctx, given: CreateProviderInput): Promise<Result<ChangeResult>> {
  const done = await createOnce(
    ctx,
    {
      role: "operator",
      subject: "provider",
      input: createProviderInputSchema,
      prepare: async (_, { issuer, clientSecret }) =>
        refusalOf(ctx, issuer) ?? ok({ secretSealed: await ctx.secrets.seal(clientSecret) }),
    },
    given,
    ({ id, fields: { clientSecret: _, ...shown }, made: { secretSealed } }) => {
      const now = ctx.now();
      return ok({
        action: "provider.create",
        changes: insertRowsStatements(identityProviderTable, [
          { id, ...shown, secretSealed, createdAt: now, updatedAt: now },
        ]),
        after: shown,
      });
    },
  );
  const told = await withOtherFailures(done, () =>
    URL.canParse(given.issuer) ? (refusalOf(ctx, given.issuer) ?? ok(null)) : ok(null),
  );
  return told.ok ? ok({ id: told.value.id }) : told;
}

/**
 * Changes a provider's name, client id or secret; a secret that is left out stays. Failures: invalid, conflict,
 * missing.
 */
export const updateProvider = (ctx: Ctx, given: UpdateProviderInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...providerAccess, input: updateProviderInputSchema }, given, async ({ row, fields }) => {
    const { name = row.name, clientId = row.clientId, clientSecret } = fields;
    const secretSealed = clientSecret ? await ctx.secrets.seal(clientSecret) : row.secretSealed;
    const { before, after } = changedValues({ name: row.name, clientId: row.clientId }, { name, clientId });
    return ok({
      action: "provider.update",
      guards: [guardProviderVersionStatement(row)],
      changes: [updateProviderStatement({ ...row, name, clientId, secretSealed, updatedAt: ctx.now() })],
      before,
      after: { ...after, ...(clientSecret ? { clientSecret: "another" } : {}) },
    });
  });

/**
 * Deletes a provider. Its people can no longer sign in with it and are signed out everywhere, except for the session
 * that asks. Failures: conflict, missing.
 */
export const deleteProvider = (ctx: Ctx, given: ProviderTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...providerAccess, input: providerTargetInputSchema }, given, ({ row }) => {
    const kept = ctx.actor.kind === "person" ? ctx.actor.sessionId : "";
    const { id, version: _version, ...before } = providerViewOf(row);
    return ok({
      action: "provider.delete",
      guards: [guardProviderVersionStatement(row)],
      changes: [endProviderSessionsStatement(id, kept), deleteIdentitiesStatement(id), deleteProviderStatement(id)],
      before,
    });
  });
