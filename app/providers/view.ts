import type { Ctx } from "~/platform/ctx";
import type { ProviderRow } from "./queries/provider";

export interface ProviderView {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  version: number;
}

/** Without its secret, which is shown to nobody. */
export const viewOf = ({ id, name, issuer, clientId, version }: ProviderRow): ProviderView => ({
  id,
  name,
  issuer,
  clientId,
  version,
});

/** Where the provider sends people back to; it has to be registered there, letter by letter. */
export const redirectAddress = ({ config }: Pick<Ctx, "config">, id: string): string =>
  `${config.origin}/manage/sign-in/provider/${id}`;
