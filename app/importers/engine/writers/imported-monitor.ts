import { callsPerCheck, importedMonitorSettings } from "~/monitors/contract/imported-settings";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { checkTimingFields, monitorMetadataFields } from "~/monitors/rules/fields";
import { createMonitorInputSchema, type ParsedCreateMonitorInput } from "~/monitors/rules/input";
import type { AddressGuardOptions } from "~/net/address-guard";
import type { SettableStatus } from "~/status/status";
import { limitImportedTags, toImportedTextLine } from "../../rules/imported-texts";
import type { MovedMonitor } from "../../rules/move-document";
import { importedIntervalMinutes } from "../../rules/thing-arrival";

/** A monitor of another product, as it is checked here. */
export interface ImportedMonitor {
  kind: string;
  settings: Record<string, unknown>;
  /** Calls that one check makes. */
  cost: number;
  /** Interval in minutes. */
  interval: number;
}

/** Returns null when no kind here takes its settings, or it has an address that checks from here may not call. */
export function toImportedMonitor(monitor: MovedMonitor, around: AddressGuardOptions): ImportedMonitor | null {
  const adapter = monitor.kind === null ? null : monitorKindOf(monitor.kind);
  const settings = adapter && importedMonitorSettings(adapter, monitor.settings, around);
  if (!settings) return null;
  const interval = importedIntervalMinutes(monitor, adapter.leastInterval);
  return { kind: adapter.kind, settings, cost: callsPerCheck(adapter, settings), interval };
}

function timeoutOf({ timeoutSeconds }: MovedMonitor): number {
  const { least, most, initial } = checkTimingFields.timeoutSeconds;
  return timeoutSeconds === null ? initial : Math.min(most, Math.max(least, Math.round(timeoutSeconds)));
}

/** Returns the fields of its form; those that no product has keep their defaults. */
export const importedMonitorValues = (
  pageId: string,
  monitor: MovedMonitor,
  { kind, interval }: ImportedMonitor,
  components: Record<string, SettableStatus>,
): ParsedCreateMonitorInput =>
  createMonitorInputSchema.parse({
    pageId,
    kind,
    name: toImportedTextLine(monitor.name) || toImportedTextLine(monitor.id) || kind,
    interval,
    timeoutSeconds: timeoutOf(monitor),
    tags: limitImportedTags(monitor.tags, monitorMetadataFields.tags),
    components,
  });
