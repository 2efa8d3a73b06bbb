import { pushIdentity } from "~/notifications/engine/push-identity";
import type { Ctx } from "~/platform/ctx";

/** The public half of what signs our notifications; it is no secret. */
export const pushKey = async (ctx: Ctx): Promise<string> => (await pushIdentity(ctx)).publicKey;
