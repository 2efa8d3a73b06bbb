import type { AnyChannelAdapter } from "~/channels/contract/contract";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { endpointAccountOf } from "~/notifications/engine/endpoint-account";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import { completeTargetSettings, type GivenWayAddress, parseWayTarget } from "./engine/way-target";
import { hashedEndpointAddress } from "./rules/subscriber";
import { subscriberTargetLabel } from "./target-label";

/** An address that a visitor gave, ready to use. */
export interface ContactWayAddress {
  kind: ContactWayWithAddress;
  adapter: AnyChannelAdapter;
  /** Data that is stored. */
  target: Record<string, unknown>;
  /** Complete settings, including the deployment's own. */
  settings: Record<string, unknown>;
  /** Name of the address in the row. */
  name: string;
  /** Text by which people recognise it. */
  shown: string;
  /**
   * Range of addresses that strangers could vary endlessly, such as the server or the neighbouring numbers; null =
   * none.
   */
  among: string | null;
}

/**
 * Returns the settings including the deployment's own; null when the kind refuses them, or the deployment has no
 * account.
 */
export async function completeChannelSettings(ctx: Ctx, adapter: AnyChannelAdapter, target: object) {
  const account = await endpointAccountOf(adapter.kind)(ctx);
  return account && completeTargetSettings(adapter, account, target);
}

/** Returns one address, however it was typed; null when the kind refuses it. */
export async function parseContactWayAddress(
  ctx: Ctx,
  kind: ContactWayWithAddress,
  given: GivenWayAddress,
): Promise<ContactWayAddress | null> {
  const adapter = channelAdapterOf(kind);
  const account = adapter?.subscriber ? await endpointAccountOf(kind)(ctx) : null;
  if (!adapter || !account) return null;
  const parsed = parseWayTarget(adapter, kind, given, { account, token: () => ctx.token() });
  const settings = parsed && completeTargetSettings(adapter, account, parsed.target);
  if (!settings) return null;
  const { target, identity, among } = parsed;
  const name = hashedEndpointAddress(kind, await ctx.secrets.hash(identity));
  return { kind, adapter, target, settings, name, shown: subscriberTargetLabel(kind, target), among };
}
