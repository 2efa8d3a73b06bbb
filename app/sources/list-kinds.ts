import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { sources } from "./kinds/known-kinds";

export interface SourceKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Returns every kind of source that can be created, in the order in which forms list them. */
export const listSourceKinds = (): SourceKind[] =>
  sources.map((each) => ({ kind: each.kind, title: each.title, settings: settingFields(each) }));
