import type { Ctx } from "~/platform/ctx";
import type { ProviderRow } from "./queries/provider";

export interface ProviderView {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  version: number;
}

/** Returns a provider without its secret, which is never shown. */
export const providerViewOf = ({ id, name, issuer, clientId, version }: ProviderRow): ProviderView => ({
  id,
  name,
  issuer,
  clientId,
  version,
});

/** Returns the redirect URL, which must be registered at the provider exactly like this. */
export const providerRedirectUrl = ({ config }: Pick<Ctx, "config">, id: string): string =>
  `${config.origin}/manage/sign-in/provider/${id}`;
