import { permitRole } from "~/access/permission";
import { mergeAdapterSettings, usableAdapterSettings } from "~/change/adapter-settings/settings";
import { readBatch } from "~/db/read";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import { combinedFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { checkAddressGuard, checkMonitorCallAddress } from "./contract/call-addresses";
import type { AnyMonitorKind, CallAddress } from "./contract/contract";
import { openMonitorSettings } from "./monitor-view";
import { monitorByIdQuery } from "./queries/monitor";
import type { ParsedCreateMonitorInput } from "./rules/input";

type Settings = Record<string, unknown>;

/** Returns the setting with the address, for the message beside its field. */
function fieldOf({ url, host }: CallAddress, settings: Settings): string {
  const found = Object.entries(settings).find(([, value]) => String(value).trim() === (url ?? host));
  return found ? `settings.${found[0]}` : "settings";
}

/** Reads our own hosts, which no monitor may check. */
export const readOwnHosts = (ctx: Ctx) => readBatch(ctx, hostsOfPagesQuery(ctx));

/**
 * Merges the given settings with the earlier ones, and validates them by the kind and the address guard; `from` is the
 * agent that calls. Failure: invalid, with the code of the address guard.
 */
export async function validateMonitorSettings(
  ctx: Ctx,
  adapter: AnyMonitorKind,
  {
    before,
    given,
    from,
    hosts: asked,
  }: { before: Settings; given: Settings; from: string | null; hosts?: ReturnType<typeof readOwnHosts> },
): Promise<Result<Settings>> {
  const merged = mergeAdapterSettings(adapter, before, given);
  const strange = merged.ok && from !== null ? (adapter.notByAgent?.(adapter.settings.parse(merged.value)) ?? []) : [];
  const apart = combinedFailure(
    ...strange.map((name) => invalidFieldFailure(`settings.${name}`, "monitor.not_by_agent", "not_by_agent")),
  );
  if (apart !== null) return apart;
  const usable = usableAdapterSettings(adapter, before, given);
  // An agent calls addresses in its own network, which we do not refuse.
  const isOurs = from === null && adapter.from !== "agent" && adapter.from !== "reported";
  if (!usable || !isOurs) return merged;
  const [hosts] = await (asked ?? readOwnHosts(ctx));
  const around = checkAddressGuard(ctx.config, hosts);
  const refused = adapter.addresses(adapter.settings.parse(usable)).flatMap((address) => {
    const verdict = checkMonitorCallAddress(address, around);
    return verdict.ok ? [] : [invalidFieldFailure(fieldOf(address, usable), verdict.detail, verdict.code)];
  });
  return combinedFailure(merged, ...refused) ?? merged;
}

/** Returns the settings of the monitor that is cloned; none without a clone. Failure: invalid. */
export async function readClonedMonitorSettings(
  ctx: Ctx,
  { pageId, cloneOf, kind }: Pick<ParsedCreateMonitorInput, "pageId" | "cloneOf" | "kind">,
): Promise<Result<Settings>> {
  if (cloneOf === undefined) return ok({});
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [[row]] = await readBatch(ctx, monitorByIdQuery(ctx, pageId, cloneOf, ctx.now()));
  if (row?.kind !== kind) return invalidFieldFailure("cloneOf", "monitor.unknown_kind", "no_such_monitor");
  return ok((await openMonitorSettings(ctx, row)) ?? {});
}
