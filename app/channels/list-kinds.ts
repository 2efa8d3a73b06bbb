import { adapterSettingFields, type SettingField } from "~/change/adapter-settings/settings";
import type { AnyChannelAdapter } from "./contract/contract";
import { channelAdapters } from "./kinds/known-kinds";

export interface ChannelKind {
  kind: string;
  title: string;
  /** Text that says where to find its settings in the other product. */
  intro: string;
  /** Settings that people type, without the generated ones. */
  settings: SettingField[];
}

/** Returns the settings that are generated. `token` is 256 random bits in base64url. */
export const generatedChannelSettings = (adapter: AnyChannelAdapter, token: string): Record<string, unknown> => ({
  ...(adapter.generate?.(token) as Record<string, unknown> | undefined),
});

const anyToken = "A".repeat(43);

export const generatedChannelSettingNames = (adapter: AnyChannelAdapter): string[] =>
  Object.keys(generatedChannelSettings(adapter, anyToken));

/** Returns the settings that people type. */
export function userEnteredChannelSettingFields(adapter: AnyChannelAdapter): SettingField[] {
  const made = generatedChannelSettingNames(adapter);
  return adapterSettingFields(adapter).filter(({ name, place }) => place === undefined && !made.includes(name));
}

/** Returns every kind of team channel, in the order in which they are offered. */
export const listChannelKinds = (): ChannelKind[] =>
  channelAdapters.flatMap((each) =>
    each.team
      ? [{ kind: each.kind, title: each.title, intro: each.intro, settings: userEnteredChannelSettingFields(each) }]
      : [],
  );
