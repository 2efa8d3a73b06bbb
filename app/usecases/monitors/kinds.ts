import { monitorKinds } from "~/monitors/kinds";
import { type SettingField, settingFields } from "../adapter-settings/settings";

export interface MonitorKindView {
  kind: string;
  title: string;
  about: string;
  settings: SettingField[];
}

/** Every kind of monitor that can be made, by title. */
export const listMonitorKinds = (): MonitorKindView[] =>
  monitorKinds.map((each) => ({
    kind: each.kind,
    title: each.title,
    about: each.about,
    settings: settingFields(each),
  }));
