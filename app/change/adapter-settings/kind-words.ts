import { channelOf } from "~/channels/kinds/known-kinds";
import { mailerOf } from "~/mailers/kinds/known-kinds";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { sourceOf } from "~/sources/kinds/known-kinds";
import { type SettingField, settingFields } from "./settings";

const registries = { channel: channelOf, mailer: mailerOf, monitor: monitorKindOf, source: sourceOf };

/** What a kind and its settings are called in English. */
export interface KindWords {
  title: string;
  settings: SettingField[];
}

/** By what it is a kind of, as the audit log names subjects; null for what has none, or one that is not known. */
export function kindWords(subjectKind: string, kind: string): KindWords | null {
  const adapter = Object.hasOwn(registries, subjectKind)
    ? registries[subjectKind as keyof typeof registries](kind)
    : null;
  if (!adapter) return null;
  return { title: adapter.title, settings: settingFields(adapter) };
}
