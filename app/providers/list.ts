import { readAsOperator } from "~/change/read-permitted";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ProviderView, redirectAddress, viewOf } from "./provider-view";
import { peopleBy, providerById, providersInOrder } from "./queries/provider";

/** Returns the deployment's providers, oldest first. For the operator. */
export const listProviders = (ctx: Ctx): Promise<Result<ProviderView[]>> =>
  readAsOperator(ctx, [providersInOrder(ctx)], ([rows]) => ok(rows.map(viewOf)));

export interface ProviderDetail {
  provider: ProviderView;
  /** Redirect URL, to be registered at the provider. */
  redirect: string;
  /** Number of people who can sign in with it. */
  people: number;
}

/** Returns one provider. For the operator. */
export const readProvider = (ctx: Ctx, { id }: { id: string }): Promise<Result<ProviderDetail>> =>
  readAsOperator(ctx, [providerById(ctx, id), peopleBy(ctx, id)], ([[row], [count]]) => {
    if (!row) return missingFailure;
    return ok({ provider: viewOf(row), redirect: redirectAddress(ctx, id), people: count?.people ?? 0 });
  });

/** A provider on the sign-in page, which anyone may see. */
export interface OfferedProvider {
  id: string;
  name: string;
}

/** Returns the providers for the sign-in page. For anyone. */
export async function providersForSignIn(ctx: Ctx): Promise<OfferedProvider[]> {
  const [rows] = await read(ctx, providersInOrder(ctx));
  return rows.map(({ id, name }) => ({ id, name }));
}
