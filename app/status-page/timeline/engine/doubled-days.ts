import type { Ctx } from "~/platform/ctx";
import { pastFacts } from "../../queries/doubled-days";
import { layersOfComponents } from "../../rules/component-layers";
import { boundaryOf, doubledDays, type FormerZoneChange } from "../../rules/doubled-days";
import { packedDates } from "../../rules/packed-days";
import type { UptimeParts } from "../../uptime/rules/uptime";

/** Correct parts of doubled days, by component and date. */
export type DoubledDays = ReadonlyMap<string, ReadonlyMap<string, UptimeParts>>;

const none: DoubledDays = new Map();

/**
 * Returns the page's packed days that these changes of its time zone, made by earlier versions, counted twice. One
 * trip, none if there was no change; writes nothing. Empty when the timeline has more than 20,000 rows since.
 */
export async function doubledDaysOf(
  ctx: Ctx,
  pageId: string,
  zones: readonly FormerZoneChange[],
): Promise<DoubledDays> {
  const starts = zones.flatMap((each) => boundaryOf(each)?.whole.from ?? []);
  if (starts.length === 0) return none;
  const facts = await pastFacts(ctx, pageId, Math.min(...starts));
  if (!facts) return none;
  const layersOf = layersOfComponents(facts);
  const changes = Map.groupBy(facts.changes, ({ componentId }) => componentId);
  const years = Map.groupBy(facts.years, ({ componentId }) => componentId);
  const found = facts.components.flatMap(({ id }) => {
    const layers = layersOf.get(id);
    if (!layers) return [];
    const past = { closed: packedDates(years.get(id) ?? []), changes: changes.get(id) ?? [], layers };
    const days = doubledDays(past, zones);
    return days.size > 0 ? [[id, days] as const] : [];
  });
  return new Map(found);
}
