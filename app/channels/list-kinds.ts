import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import type { AnyChannel } from "./contract/contract";
import { channels } from "./kinds/known-kinds";

export interface ChannelKind {
  kind: string;
  title: string;
  /** Text that says where to find its settings in the other product. */
  intro: string;
  /** Settings that people type, without the generated ones. */
  settings: SettingField[];
}

/** Returns the settings that are generated. `token` is 256 random bits in base64url. */
export const madeSettings = (adapter: AnyChannel, token: string): Record<string, unknown> => ({
  ...(adapter.generate?.(token) as Record<string, unknown> | undefined),
});

const anyToken = "A".repeat(43);

export const madeNames = (adapter: AnyChannel): string[] => Object.keys(madeSettings(adapter, anyToken));

/** Returns the settings that people type. */
export function typedFields(adapter: AnyChannel): SettingField[] {
  const made = madeNames(adapter);
  return settingFields(adapter).filter(({ name, place }) => place === undefined && !made.includes(name));
}

/** Returns every kind of team channel, in the order in which they are offered. */
export const listChannelKinds = (): ChannelKind[] =>
  channels.flatMap((each) =>
    each.team ? [{ kind: each.kind, title: each.title, intro: each.intro, settings: typedFields(each) }] : [],
  );
