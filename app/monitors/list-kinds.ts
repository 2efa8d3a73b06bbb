import { adapterSettingFields, type SettingField } from "~/change/adapter-settings/settings";
import { monitorKindOf, monitorKinds } from "./kinds/known-kinds";
import { canAskProbes, leastIntervalOfKind } from "./limits";

export interface MonitorKindView {
  kind: string;
  title: string;
  about: string;
  settings: SettingField[];
  /** Shortest interval, in minutes. */
  leastInterval: number;
  /** Place where checks can run, as the kind declares; `here` = only here. */
  from: "here" | "either" | "agent" | "reported";
  /** True when Globalping's probes can check it. */
  asksProbes: boolean;
  patience: CheckTimingOptions;
}

/** The settings about answers that a kind's monitors offer. */
export interface CheckTimingOptions {
  /** True when a check waits for an answer and may be repeated. */
  waits: boolean;
  /** True when the response time matters. */
  timed: boolean;
}

export const checkOriginOf = (kind: string): MonitorKindView["from"] => monitorKindOf(kind)?.from ?? "here";

export function timingOptionsOfKind(kind: string): CheckTimingOptions {
  const { from, untimed = false } = monitorKindOf(kind) ?? {};
  return { waits: from !== "reported", timed: !untimed };
}

/** The kind that most monitors are of. */
const usualMonitorKind = "http";

/** Returns every kind of monitor that can be created: the usual one first, the others by title. */
export const listMonitorKinds = (): MonitorKindView[] =>
  monitorKinds
    .toSorted((one, other) => Number(other.kind === usualMonitorKind) - Number(one.kind === usualMonitorKind))
    .map((each) => ({
      kind: each.kind,
      title: each.title,
      about: each.about,
      settings: adapterSettingFields(each),
      leastInterval: leastIntervalOfKind(each.kind),
      from: checkOriginOf(each.kind),
      asksProbes: canAskProbes(each.kind),
      patience: timingOptionsOfKind(each.kind),
    }));
