import { monitorKinds } from "~/monitors/kinds";
import { type SettingField, settingFields } from "../adapter-settings/settings";
import { leastIntervalOf } from "./slow-enough";

export interface MonitorKindView {
  kind: string;
  title: string;
  about: string;
  settings: SettingField[];
  /** Minutes: as often as it may be checked. */
  leastInterval: number;
}

/** Every kind of monitor that can be made, by title. */
export const listMonitorKinds = (): MonitorKindView[] =>
  monitorKinds.map((each) => ({
    kind: each.kind,
    title: each.title,
    about: each.about,
    settings: settingFields(each),
    leastInterval: leastIntervalOf(each.kind),
  }));
