import { readOrCreateVapidKeyPair } from "~/notifications/engine/push-identity";
import type { Ctx } from "~/platform/ctx";

/** Returns the public half of the key that signs notifications; it is not secret. */
export const readPublicPushKey = async (ctx: Ctx): Promise<string> => (await readOrCreateVapidKeyPair(ctx)).publicKey;
