import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readAddress, setAddress } from "./kept-address";

/** Returns the address that shows whether our own network works, masked. For the operator. */
export const readSelfCheck = (ctx: Ctx) => readAddress(ctx, "selfCheck");

/**
 * Sets an address that is known to answer, or removes it. While it does not answer, failing monitors count as no data,
 * never down. Failures: invalid (a blocked address), conflict.
 */
export const setSelfCheck = (ctx: Ctx, given: DeploymentAddressInput) => setAddress(ctx, "selfCheck", given);
