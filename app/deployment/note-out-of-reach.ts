import { networkAllowSettings } from "~/net/network-settings";
import type { Ctx } from "~/platform/ctx";
import { oncePerDeployment } from "~/platform/isolate";
import { findBlockedNetworkAddresses } from "./out-of-reach";

const notedOf = oncePerDeployment(() => ({ isNoted: false }));

/** Maximum number of names in one line of the log, to keep it readable. */
const maxNamesLogged = 50;

const listed = (texts: readonly string[]) => texts.slice(0, maxNamesLogged).join(",");

/**
 * Logs once after each start which addresses are in private networks that are not allowed, and the settings that would
 * allow them.
 */
export async function logBlockedNetworkAddresses(ctx: Ctx): Promise<void> {
  const noted = notedOf(ctx);
  if (noted.isNoted || ctx.config.onCloudflare) return;
  noted.isNoted = true;
  try {
    const { subscribers, visitorNetworks, things, networks } = await findBlockedNetworkAddresses(ctx);
    const [visitor, team] = [networkAllowSettings.visitor, networkAllowSettings.team];
    if (subscribers > 0)
      ctx.log.warn("network.subscribers_paused", { subscribers, setting: visitor, allow: listed(visitorNetworks) });
    for (const { kind, name } of things.slice(0, maxNamesLogged)) ctx.log.warn("network.out_of_reach", { kind, name });
    if (things.length > 0)
      ctx.log.warn("network.not_allowed", { things: things.length, setting: team, allow: listed(networks) });
  } catch (error) {
    ctx.log.error("network.look", error);
  }
}
