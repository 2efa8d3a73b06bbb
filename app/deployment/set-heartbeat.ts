import type { DeploymentAddressInput } from "~/mailers/rules/mailer-input";
import type { Ctx } from "~/platform/ctx";
import { readAddress, setAddress } from "./kept-address";

/** Returns the outgoing heartbeat, masked. For the operator. */
export const readHeartbeat = (ctx: Ctx) => readAddress(ctx, "heartbeat");

/** Sets the address that each finished tick calls, or removes it. Failures: invalid (a blocked address), conflict. */
export const setHeartbeat = (ctx: Ctx, given: DeploymentAddressInput) => setAddress(ctx, "heartbeat", given);
