import { daysAgo } from "~/time/age";
import type { SeenPage } from "../../rules/seen";
import type { Snapshot } from "../../rules/snapshot-document";
import type { Frame } from "./frame";

/** Who says how a component is, where alerts alone do, and for how long they have been quiet; null of all others. */
export function heardText({ words, dates, now }: Frame, { heard }: Snapshot, id: string): string | null {
  const at = heard?.[id];
  if (at === undefined) return null;
  const age = at === null ? null : daysAgo(at, now);
  return age ? words.t("component.by_alerts_heard", { ago: dates.ago(age) }) : words.t("component.by_alerts");
}

/** For names of renderings: another one when any of them is a day older. */
export const heardMark = ({ heard = {} }: SeenPage["snapshot"], now: number): number =>
  Object.values(heard).reduce<number>((days, at) => days + (at === null ? 0 : (daysAgo(at, now)?.value ?? 0)), 0);
