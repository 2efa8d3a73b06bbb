import { vapidKeyPairOf } from "~/notifications/engine/push-identity";
import type { Ctx } from "~/platform/ctx";

/** Returns the public half of the key that signs notifications; it is not secret. */
export const publicPushKey = async (ctx: Ctx): Promise<string> => (await vapidKeyPairOf(ctx)).publicKey;
