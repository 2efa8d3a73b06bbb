import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readDeploymentAddress, setDeploymentAddress } from "./kept-address";

/** Returns whether a Globalping token is set; the token is never shown again. For the operator. */
export const readGlobalpingToken = (ctx: Ctx) => readDeploymentAddress(ctx, "globalping");

/**
 * Sets the token with which monitors use Globalping's probes, or removes it: then no probes are used. It is sent to
 * api.globalping.io alone. Failures: invalid (no token), conflict.
 */
export const setGlobalpingToken = (
  ctx: Ctx,
  { token, ...given }: Omit<DeploymentAddressInput, "url"> & { token: string },
) => setDeploymentAddress(ctx, "globalping", { ...given, url: token });

/** Returns the address that shows whether our own network works, masked. For the operator. */
export const readSelfCheckAddress = (ctx: Ctx) => readDeploymentAddress(ctx, "selfCheck");

/**
 * Sets an address that is known to answer, or removes it. While it does not answer, failing monitors count as no data,
 * never down. Failures: invalid (a blocked address), conflict.
 */
export const setSelfCheckAddress = (ctx: Ctx, given: DeploymentAddressInput) =>
  setDeploymentAddress(ctx, "selfCheck", given);

/** Returns the outgoing heartbeat, masked. For the operator. */
export const readOutgoingHeartbeat = (ctx: Ctx) => readDeploymentAddress(ctx, "heartbeat");

/** Sets the address that each finished tick calls, or removes it. Failures: invalid (a blocked address), conflict. */
export const setOutgoingHeartbeat = (ctx: Ctx, given: DeploymentAddressInput) =>
  setDeploymentAddress(ctx, "heartbeat", given);
