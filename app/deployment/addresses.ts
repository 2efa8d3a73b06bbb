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

/** Returns the address that shows whether our own network works, masked. For the operator. */
export const readSelfCheck = (ctx: Ctx) => readAddress(ctx, "selfCheck");

/**
 * Sets an address that is known to answer, or removes it. While it does not answer, failing monitors count as no data,
 * never down. Failures: invalid (a blocked address), conflict.
 */
export const setSelfCheck = (ctx: Ctx, given: DeploymentAddressInput) => setAddress(ctx, "selfCheck", given);

/** Returns the outgoing heartbeat, masked. For the operator. */
export const readHeartbeat = (ctx: Ctx) => readAddress(ctx, "heartbeat");

/** Sets the address that each finished tick calls, or removes it. Failures: invalid (a blocked address), conflict. */
export const setHeartbeat = (ctx: Ctx, given: DeploymentAddressInput) => setAddress(ctx, "heartbeat", given);
