import { ageInDays } from "~/time/age";
import type { ServedPage } from "../../rules/seen-page";
import type { Snapshot } from "../../rules/snapshot-document";
import type { RenderContext } from "./frame";

/**
 * Returns the text that only alerts observe the component, and since when there were none; null for all other
 * components.
 */
export function lastReportText({ words, dates, now }: RenderContext, { heard }: Snapshot, id: string): string | null {
  const at = heard?.[id];
  if (at === undefined) return null;
  const age = at === null ? null : ageInDays(at, now);
  return age ? words.t("component.by_alerts_heard", { ago: dates.ago(age) }) : words.t("component.by_alerts");
}

/** Returns a mark for cache keys that changes when any of the ages grows by a day. */
export const lastReportCacheKey = ({ heard = {} }: ServedPage["snapshot"], now: number): number =>
  Object.values(heard).reduce<number>((days, at) => days + (at === null ? 0 : (ageInDays(at, now)?.value ?? 0)), 0);
