import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { type AddressGuardOptions, checkOutboundUrl } from "~/net/address-guard";
import { endpointAccountOf } from "~/notifications/engine/endpoint-account";
import type { Ctx } from "~/platform/ctx";
import { completeTargetSettings, parseWayTarget, type SubscriptionWayTarget } from "~/subscribers/engine/way-target";
import { hashedEndpointAddress, parseEmailAddress } from "~/subscribers/rules/subscriber";
import type { MovedSubscriber } from "../../rules/move-document";

type WayWithTarget = Exclude<MovedSubscriber["kind"], "email">;
type Account = Record<string, unknown>;

/** This deployment's own settings of the ways that need an address; null = it cannot send that way. */
export type SubscriberWayAccounts = Readonly<Record<WayWithTarget, Account | null>>;

export async function readSubscriberWayAccounts(ctx: Ctx): Promise<SubscriberWayAccounts> {
  const [sms, webhook] = await Promise.all([endpointAccountOf("sms")(ctx), endpointAccountOf("webhook")(ctx)]);
  return { sms, webhook };
}

/** Receivers that were set up for Statuspage get its body from here too. */
const bodyFor = (origin: string): string => (origin === "statuspage" ? "statuspage" : "standard");

interface TargetFacts {
  accounts: SubscriberWayAccounts;
  /** Name of the origin. */
  origin: string;
  token: () => string;
}

/** Returns the target of a phone or webhook; null when nothing can be sent to it from here. */
export function importedSubscriberTarget(
  kind: WayWithTarget,
  address: string,
  { accounts, origin, token }: TargetFacts,
): SubscriptionWayTarget | null {
  const [adapter, account] = [channelAdapterOf(kind), accounts[kind]];
  if (!adapter || !account) return null;
  const found = parseWayTarget(adapter, kind, { text: address, body: bodyFor(origin) }, { account, token });
  return found && completeTargetSettings(adapter, account, found.target) ? found : null;
}

/** A token of the right form: whether a target can be used does not depend on it. */
const sampleToken = () => "A".repeat(43);

/** Returns the target of an address that is only judged or compared. */
export const judgedSubscriberTarget = (
  kind: WayWithTarget,
  address: string,
  accounts: SubscriberWayAccounts,
): SubscriptionWayTarget | null =>
  importedSubscriberTarget(kind, address, { accounts, origin: "", token: sampleToken });

/** Returns true when something can be sent to that address from here. */
export function isImportedAddressReachable(
  { kind, address }: Pick<MovedSubscriber, "kind" | "address">,
  { accounts, around }: { accounts: SubscriberWayAccounts; around: AddressGuardOptions },
): boolean {
  if (kind === "email") return parseEmailAddress(address) !== null;
  const found = judgedSubscriberTarget(kind, address, accounts);
  if (!found) return false;
  const { url } = found.target;
  return typeof url !== "string" || checkOutboundUrl(url, around).ok;
}

/** Returns the address under which such a subscriber is stored. */
export const hashEndpointAddress = async ({ secrets }: Ctx, kind: WayWithTarget, { identity }: SubscriptionWayTarget) =>
  hashedEndpointAddress(kind, await secrets.hash(identity));
