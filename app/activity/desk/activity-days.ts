import type { ActivityEvent } from "../list";
import { joinRepeatedEvents } from "../rules/activity";

/** Actions of visitors that are one event of a day when several follow one another. */
const joinedActions = ["subscriber.confirm", "subscriber.leave"];

const joinKeyOf = (event: ActivityEvent): string | null =>
  "action" in event && event.actorKind === "visitor" && joinedActions.includes(event.action) ? event.action : null;

export type CountedActivityEvent = ActivityEvent & { count: number };

export interface ActivityDay {
  /** `YYYY-MM-DD` in the reader's time zone. */
  date: string;
  events: CountedActivityEvent[];
}

/** Groups events by day in the order in which they come. */
export function groupActivityByDay(events: readonly ActivityEvent[], dayAt: (at: number) => string): ActivityDay[] {
  const days = Map.groupBy(events, ({ at }) => dayAt(at));
  return [...days].map(([date, ofDay]) => ({ date, events: joinRepeatedEvents(ofDay, joinKeyOf) }));
}
