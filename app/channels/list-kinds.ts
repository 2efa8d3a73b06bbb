import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import type { AnyChannel } from "./contract/contract";
import { channels } from "./kinds/known-kinds";

export interface ChannelKind {
  kind: string;
  title: string;
  /** Where its settings are found on the other side. */
  intro: string;
  /** What people type; what we make ourselves is not among it. */
  settings: SettingField[];
}

/** What of its settings we make ourselves. `token` is 256 random bits in base64url. */
export const madeSettings = (adapter: AnyChannel, token: string): Record<string, unknown> => ({
  ...(adapter.generate?.(token) as Record<string, unknown> | undefined),
});

const anyToken = "A".repeat(43);

export const madeNames = (adapter: AnyChannel): string[] => Object.keys(madeSettings(adapter, anyToken));

/** Of a kind's settings those that people type. */
export function typedFields(adapter: AnyChannel): SettingField[] {
  const made = madeNames(adapter);
  return settingFields(adapter).filter(({ name, place }) => place === undefined && !made.includes(name));
}

/** Every kind of team channel, in the order in which people are offered them. */
export const listChannelKinds = (): ChannelKind[] =>
  channels.flatMap((each) =>
    each.team ? [{ kind: each.kind, title: each.title, intro: each.intro, settings: typedFields(each) }] : [],
  );
