import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readAddress, setAddress } from "./kept-address";

/** The address that tells whether our own network works, masked. For the operator. */
export const readSelfCheck = (ctx: Ctx) => readAddress(ctx, "selfCheck");

/**
 * Sets an address that is known to answer, or takes it away. While it does not, what monitors find is no data, never
 * down. Failures: invalid (a blocked address), conflict.
 */
export const setSelfCheck = (ctx: Ctx, given: DeploymentAddressInput) => setAddress(ctx, "selfCheck", given);
