import { ownHosts } from "~/db/queries/deployment";
import { read } from "~/db/read";
import type { AnyChannel, TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { guardUrl } from "~/rules/basics/address-guard";
import { invalid, type Result } from "~/rules/basics/failure";
import { mergedSettings } from "../adapter-settings/settings";

type Settings = Record<string, unknown>;

/** Only to see where a message would go. */
const anyMessage: TeamMessage = {
  id: "",
  event: "test",
  at: 0,
  page: { name: "", url: "" },
  title: "",
  text: "",
  severity: null,
  link: { text: "", url: "" },
  facts: [],
};

/** The setting that names the address, for the message beside its field. */
function fieldOfAddress(settings: Settings, address: string): string {
  const found = Object.entries(settings).find(([, value]) => typeof value === "string" && address.startsWith(value));
  return found ? `settings.${found[0]}` : "settings";
}

/**
 * What is given over what was, valid for this kind and calling nobody whom we do not call. Failure: invalid, with the
 * code of the address guard.
 */
export async function checkedSettings(
  ctx: Ctx,
  adapter: AnyChannel,
  before: Settings,
  given: Settings,
): Promise<Result<Settings>> {
  const merged = mergedSettings(adapter, before, given);
  if (!merged.ok) return merged;
  const settings = adapter.settings.parse(merged.value);
  const { url } = adapter.compose({ message: anyMessage, settings, now: 0 });
  const [hosts] = await read(ctx, ownHosts(ctx));
  const own = [new URL(ctx.config.origin).host, ...hosts.flatMap(({ host }) => host ?? [])];
  const guarded = guardUrl(url, { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own });
  return guarded.ok ? merged : invalid(fieldOfAddress(merged.value, url), guarded.detail, guarded.code);
}
