/** @jsxImportSource ~/html */
import type { DaySpan } from "~/time/days-touched";
import { ContinuedEventsSection } from "../parts/carried-events";
import { PublicEventItem } from "../parts/event-entry";
import type { RenderContext } from "../parts/frame";
import { type PageEvent, type PageEventDays, pageEventDays, pageEventIdOf } from "../parts/happening-days";

interface EventListProps {
  frame: RenderContext;
  happenings: readonly PageEvent[];
}

/** Returns the heading of days; it names both years when they differ. */
function headingOf({ dates }: RenderContext, first: string, last: string): string {
  return first === last ? dates.day(first) : dates.datedDays(first, last);
}

function Days({ frame, days }: { frame: RenderContext; days: readonly PageEventDays[] }) {
  return (
    <ol class="r">
      {days.map(({ first, last, told, carried }) => (
        <li key={first}>
          <h3>{headingOf(frame, first, last)}</h3>
          <div>
            {told.map((happening) => (
              <PublicEventItem key={pageEventIdOf(happening)} frame={frame} happening={happening} />
            ))}
            <ContinuedEventsSection frame={frame} happenings={carried} all={null} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Lists events day by day, newest first, limited to the days in `within`. */
export const EventDaysSection = ({ frame, happenings, within }: EventListProps & { within: DaySpan }) => (
  <Days frame={frame} days={pageEventDays(happenings, { dates: frame.dates, now: frame.now, within })} />
);

/** Lists all events by month; merged days belong to the month of their last day. */
export function EventMonthsSection({ frame, happenings }: EventListProps) {
  const days = pageEventDays(happenings, { dates: frame.dates, now: frame.now });
  return (
    <>
      {[...Map.groupBy(days, ({ last }) => last.slice(0, 7))].map(([month, ofMonth]) => (
        <div key={month}>
          <p class="kind">{frame.dates.month(month)}</p>
          <Days frame={frame} days={ofMonth} />
        </div>
      ))}
    </>
  );
}
