import { readBatch } from "~/db/read";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import { checkAddressGuard } from "~/monitors/contract/call-addresses";
import { networkAllowSettings } from "~/net/network-settings";
import { checksPerHour } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import type { ImportAbilities } from "../rules/import-facts";
import { settingsOfMovedChannel } from "./writers/imported-channel";
import { importedHeartbeatValues } from "./writers/imported-heartbeat";
import { toImportedMonitor } from "./writers/imported-monitor";
import { isImportedAddressReachable, readSubscriberWayAccounts } from "./writers/subscriber-target";

/** Reads what this deployment can do with things that come. One statement. */
export async function readImportAbilities(ctx: Ctx): Promise<ImportAbilities> {
  const [[hosts], accounts] = await Promise.all([
    readBatch(ctx, hostsOfPagesQuery(ctx)),
    readSubscriberWayAccounts(ctx),
  ]);
  const checks = checkAddressGuard(ctx.config, hosts);
  const visitors = { ...checks, networks: ctx.config.visitorNetworks, setting: networkAllowSettings.visitor };
  return {
    checksPerHourOf(monitor) {
      const imported = toImportedMonitor(monitor, checks);
      return imported && checksPerHour(imported.interval) * imported.cost;
    },
    isHeartbeatPossible: (heartbeat) => importedHeartbeatValues("page", heartbeat, {}) !== null,
    isChannelPossible: (channel) =>
      settingsOfMovedChannel(channel, checks, { token: ctx.token(), kept: null }) !== null,
    isSubscriberReachable: (subscriber) => isImportedAddressReachable(subscriber, { accounts, around: visitors }),
  };
}
