import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { devicePageExistsQuery } from "../queries/device-code";

/** The page in management where a person decides. */
export const deviceDecisionPath = "/manage/account/device";
/** A short path to type, unless a page had this slug before it was reserved. */
export const shortDevicePath = "/device";

/** True when the short address leads to the decision: no page is called `device`. */
export async function isShortDevicePathOurs(ctx: Ctx): Promise<boolean> {
  const [[found]] = await readBatch(ctx, devicePageExistsQuery(ctx));
  return found === undefined;
}

export const chooseDevicePathToType = async (ctx: Ctx): Promise<string> =>
  (await isShortDevicePathOurs(ctx)) ? shortDevicePath : deviceDecisionPath;
