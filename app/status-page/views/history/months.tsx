/** @jsxImportSource ~/html */
import type { TouchedDays } from "~/time/days-touched";
import { CarriedEvents } from "../parts/carried-events";
import { HappeningEntry } from "../parts/event-entry";
import type { Frame } from "../parts/frame";
import { type HappeningDays, happeningDays, idOf, type PageEvent } from "../parts/happening-days";

interface ListProps {
  frame: Frame;
  happenings: readonly PageEvent[];
}

/** Returns the heading of days; it names both years when they differ. */
function headingOf({ dates }: Frame, first: string, last: string): string {
  return first === last ? dates.day(first) : dates.datedDays(first, last);
}

function Days({ frame, days }: { frame: Frame; days: readonly HappeningDays[] }) {
  return (
    <ol class="r">
      {days.map(({ first, last, told, carried }) => (
        <li key={first}>
          <h3>{headingOf(frame, first, last)}</h3>
          <div>
            {told.map((happening) => (
              <HappeningEntry key={idOf(happening)} frame={frame} happening={happening} />
            ))}
            <CarriedEvents frame={frame} happenings={carried} all={null} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Lists events day by day, newest first, limited to the days in `within`. */
export const DayList = ({ frame, happenings, within }: ListProps & { within: TouchedDays }) => (
  <Days frame={frame} days={happeningDays(happenings, { dates: frame.dates, now: frame.now, within })} />
);

/** Lists all events by month; merged days belong to the month of their last day. */
export function MonthList({ frame, happenings }: ListProps) {
  const days = happeningDays(happenings, { dates: frame.dates, now: frame.now });
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
