import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readAddress, setAddress } from "./kept-address";

/** Whether a token of Globalping is set; it is never shown again. For the operator. */
export const readGlobalping = (ctx: Ctx) => readAddress(ctx, "globalping");

/**
 * Sets the token with which monitors ask Globalping's probes, or takes it away: then nobody there is asked. It is sent to
 * api.globalping.io alone. Failures: invalid (no token), conflict.
 */
export const setGlobalping = (ctx: Ctx, { token, ...given }: Omit<DeploymentAddressInput, "url"> & { token: string }) =>
  setAddress(ctx, "globalping", { ...given, url: token });
