import { dayStart, nextDayStart } from "~/rules/basics/day";
import type { AuditChoice } from "./audit-filter";

const kinds = ["token", "machine", "visitor"];

const dayIn = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "");

/** The filter as the address says it. */
export function chosenIn(url: URL): AuditChoice {
  const said = (name: string) => url.searchParams.get(name) ?? "";
  return {
    who: said("who").slice(0, 64),
    kind: said("kind").slice(0, 40),
    from: dayIn(said("from")),
    to: dayIn(said("to")),
  };
}

/** The same as the use case takes it; days are those of the zone. */
export function filterOf({ who, kind, from, to }: AuditChoice, zone: string) {
  return {
    ...(kinds.includes(who) ? { actorKind: who } : who ? { actorId: who } : {}),
    ...(kind ? { subjectKind: kind } : {}),
    ...(from ? { from: dayStart(zone, from) } : {}),
    ...(to ? { to: nextDayStart(zone, dayStart(zone, to)) } : {}),
  };
}

/** What of it a link to the next page carries. */
export const keep = (chosen: AuditChoice): Record<string, string> =>
  Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ""));
