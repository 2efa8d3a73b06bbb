import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import type { AnyMonitorKind } from "./contract/contract";
import { asksProbes } from "./enough-places";
import { monitorKindOf, monitorKinds } from "./kinds/known-kinds";
import { leastIntervalOf } from "./slow-enough";

export interface MonitorKindView {
  kind: string;
  title: string;
  about: string;
  settings: SettingField[];
  /** Minutes: as often as it may be checked. */
  leastInterval: number;
  /** Where it can be checked from, as its kind says; `here` = from here alone. */
  from: "here" | "either" | "agent" | "reported";
  /** Globalping's probes can look at it. */
  asksProbes: boolean;
  patience: Patience;
}

/** What a monitor of a kind can be asked about its answers. */
export interface Patience {
  /** Somebody asks, waits and asks again. */
  waits: boolean;
  /** How fast the answer comes says something. */
  timed: boolean;
}

export const fromOf = (kind: string): MonitorKindView["from"] => monitorKindOf(kind)?.from ?? "here";

export function patienceOf(kind: string): Patience {
  const { from, untimed = false } = monitorKindOf(kind) ?? {};
  return { waits: from !== "reported", timed: !untimed };
}

/** Calls that each check makes with these settings, which are valid. */
export const costOf = (adapter: AnyMonitorKind, settings: Record<string, unknown>): number =>
  adapter.cost?.(adapter.settings.parse(settings)) ?? 1;

/** Every kind of monitor that can be made, by title. */
export const listMonitorKinds = (): MonitorKindView[] =>
  monitorKinds.map((each) => ({
    kind: each.kind,
    title: each.title,
    about: each.about,
    settings: settingFields(each),
    leastInterval: leastIntervalOf(each.kind),
    from: fromOf(each.kind),
    asksProbes: asksProbes(each.kind),
    patience: patienceOf(each.kind),
  }));
