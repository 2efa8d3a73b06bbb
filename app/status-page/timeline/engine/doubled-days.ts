import type { Ctx } from "~/platform/ctx";
import { readPastDayFacts } from "../../queries/doubled-days";
import { layersByComponent } from "../../rules/component-layers";
import { correctedPartsByDoubledDay, type FormerZoneChange, timeZoneBoundaryOf } from "../../rules/doubled-days";
import { packedPartsByDate } from "../../rules/packed-days";
import type { UptimeParts } from "../../uptime/rules/uptime";

/** Correct parts of doubled days, by component and date. */
export type DoubledDaysByComponent = ReadonlyMap<string, ReadonlyMap<string, UptimeParts>>;

const none: DoubledDaysByComponent = new Map();

/**
 * Returns the page's packed days that were counted twice when earlier versions changed its time zone. One trip, none
 * without such a change; writes nothing. Empty when the timeline has more than 20,000 rows since.
 */
export async function readDoubledDays(
  ctx: Ctx,
  pageId: string,
  zones: readonly FormerZoneChange[],
): Promise<DoubledDaysByComponent> {
  const starts = zones.flatMap((each) => timeZoneBoundaryOf(each)?.whole.from ?? []);
  if (starts.length === 0) return none;
  const facts = await readPastDayFacts(ctx, pageId, Math.min(...starts));
  if (!facts) return none;
  const layersOf = layersByComponent(facts);
  const changes = Map.groupBy(facts.changes, ({ componentId }) => componentId);
  const years = Map.groupBy(facts.years, ({ componentId }) => componentId);
  const found = facts.components.flatMap(({ id }) => {
    const layers = layersOf.get(id);
    if (!layers) return [];
    const past = { closed: packedPartsByDate(years.get(id) ?? []), changes: changes.get(id) ?? [], layers };
    const days = correctedPartsByDoubledDay(past, zones);
    return days.size > 0 ? [[id, days] as const] : [];
  });
  return new Map(found);
}
