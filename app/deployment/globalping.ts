import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readAddress, setAddress } from "./kept-address";

/** Returns whether a Globalping token is set; the token is never shown again. For the operator. */
export const readGlobalping = (ctx: Ctx) => readAddress(ctx, "globalping");

/**
 * Sets the token with which monitors use Globalping's probes, or removes it: then no probes are used. It is sent to
 * api.globalping.io alone. Failures: invalid (no token), conflict.
 */
export const setGlobalping = (ctx: Ctx, { token, ...given }: Omit<DeploymentAddressInput, "url"> & { token: string }) =>
  setAddress(ctx, "globalping", { ...given, url: token });
