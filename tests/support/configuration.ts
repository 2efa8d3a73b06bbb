import { adapterSettingFields } from "~/change/adapter-settings/settings";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { type ReadConfiguration, readConfiguration } from "~/configuration/contract/read-configuration";
import type { ConfiguredKind, ConfiguredKinds, NounWithKinds } from "~/configuration/rules/configured-kinds";
import { refusalText } from "~/i18n/refusal-text";
import { mailerAdapters } from "~/mailers/kinds/known-kinds";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import { sourceAdapters } from "~/sources/kinds/known-kinds";

type Adapter = Pick<ConfiguredKind, "kind" | "title" | "settings"> & {
  sampleSettings: unknown;
  generate?: (token: string) => Partial<unknown>;
};

const configured = (adapters: readonly Adapter[]): readonly ConfiguredKind[] =>
  adapters
    .map((adapter) => ({
      kind: adapter.kind,
      title: adapter.title,
      settings: adapter.settings,
      fields: adapterSettingFields(adapter),
      generated: Object.keys(adapter.generate?.("a".repeat(43)) ?? {}),
    }))
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));

const all = {
  monitor: configured(monitorKinds),
  source: configured(sourceAdapters),
  channel: configured(channelAdapters.filter(({ team }) => team !== undefined)),
  mailer: configured(mailerAdapters),
};

const adapters = { monitor: monitorKinds, source: sourceAdapters, channel: channelAdapters, mailer: mailerAdapters };

/** Returns valid settings of a kind. */
export function sampleSettingsOf(noun: NounWithKinds, kind: string): Readonly<Record<string, unknown>> {
  const found = adapters[noun].find((each) => each.kind === kind);
  return (found?.sampleSettings ?? {}) as Record<string, unknown>;
}

/** Every kind of monitor, source, channel and mailer, as a file may use it. */
export const everyConfiguredKind: ConfiguredKinds = (noun) => all[noun];

/** Reads a file with these variables set. */
export const readFile = (text: string, variables: Readonly<Record<string, string>> = {}): ReadConfiguration =>
  readConfiguration(text, {
    variables: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    kinds: everyConfiguredKind,
    sentence: (refusal) => refusalText(refusal, "en"),
  });

/** Returns the errors of a file as people see them. */
export const errorsOfFile = (text: string, variables: Readonly<Record<string, string>> = {}): string[] =>
  readFile(text, variables).errors.map(
    ({ message, place }) => `${place ? `${place.line}:${place.column} ` : ""}${message}`,
  );
