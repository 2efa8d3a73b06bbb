import { adapterSettingFields } from "~/change/adapter-settings/settings";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { generatedChannelSettingNames } from "~/channels/list-kinds";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { sourceAdapters } from "~/sources/kinds/known-kinds";
import type { ConfiguredKind, ConfiguredKinds, NounWithKinds } from "./rules/configured-kinds";

type AnyKind = Parameters<typeof adapterSettingFields>[0] & { kind: string; title: string };

const kindOf = (adapter: AnyKind, generated: readonly string[] = []): ConfiguredKind => ({
  kind: adapter.kind,
  title: adapter.title,
  settings: adapter.settings,
  fields: adapterSettingFields(adapter),
  generated,
});

/** Makers of the kinds of each noun. */
const makers: Readonly<Record<NounWithKinds, () => ConfiguredKind[]>> = {
  monitor: () => monitorKinds.map((each) => kindOf(each)),
  source: () => sourceAdapters.map((each) => kindOf(each)),
  channel: () =>
    channelAdapters.filter(({ team }) => team).map((each) => kindOf(each, generatedChannelSettingNames(each))),
  mailer: () => mailerAdapters.map((each) => kindOf(each)),
};

const known = new Map<NounWithKinds, ConfiguredKind[]>();

/** Returns the kinds that can be created here, made once. */
export const presentKinds: ConfiguredKinds = (noun) => {
  const kinds = known.get(noun) ?? makers[noun]();
  known.set(noun, kinds);
  return kinds;
};
