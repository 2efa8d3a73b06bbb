import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { sources } from "./kinds/known-kinds";

export interface SourceKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Every kind of source that can be made, in the order in which people are offered them. */
export const listSourceKinds = (): SourceKind[] =>
  sources.map((each) => ({ kind: each.kind, title: each.title, settings: settingFields(each) }));
