/** The place of an event in the activity: its time, and its id among those of the same instant. */
export type ActivityCursor = readonly [at: number, id: string];

interface PlacedEvent {
  id: string;
  at: number;
}

/** Events of one source, newest first, and the position at which its search stopped; null if it reached the end. */
export interface ActivityEventStream<Event extends PlacedEvent> {
  events: readonly Event[];
  stoppedAt: ActivityCursor | null;
}

const placeOf = ({ at, id }: PlacedEvent): ActivityCursor => [at, id];

/** Compares places, the newest first. */
const comparePlaces = ([at, id]: ActivityCursor, [otherAt, otherId]: ActivityCursor): number =>
  otherAt - at || (id === otherId ? 0 : id < otherId ? 1 : -1);

/**
 * Merges the sources into one page of a list, newest first. Events older than the position at which a source's search
 * stopped are left to the next page, because that source may have more events before them.
 */
export function mergeActivityStreams<Event extends PlacedEvent>(
  sources: readonly ActivityEventStream<Event>[],
  limit: number,
): { events: Event[]; before: string | null } {
  const stops = sources.flatMap(({ stoppedAt }) => (stoppedAt === null ? [] : [stoppedAt]));
  const [stop] = [...stops].sort(comparePlaces);
  const all = sources
    .flatMap(({ events }) => events)
    .filter((event) => stop === undefined || comparePlaces(placeOf(event), stop) <= 0)
    .sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  const events = all.slice(0, limit);
  const last = events.at(-1);
  if (all.length > limit && last) return { events, before: placeOf(last).join(".") };
  return { events, before: stop ? stop.join(".") : null };
}

/** Joins neighbours of the same key into the newest of them, with their number: "3 subscribers joined". */
export function joinRepeatedEvents<Event>(
  events: readonly Event[],
  keyOf: (event: Event) => string | null,
): (Event & { count: number })[] {
  const joined: (Event & { count: number })[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const key = keyOf(event);
    if (last && key !== null && keyOf(last) === key) last.count += 1;
    else joined.push({ ...event, count: 1 });
  }
  return joined;
}
