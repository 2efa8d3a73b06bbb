/** @jsxImportSource ~/html */
import type { Frame } from "../parts/frame";
import { HappeningEntry } from "../parts/happening";
import { groupByDay, type Happening, idOf } from "../parts/recent-days";

/** What happened, day by day; newest first, as given. */
export function DayList({ frame, happenings }: { frame: Frame; happenings: readonly Happening[] }) {
  return (
    <ol class="r">
      {[...groupByDay(happenings, frame.dates)].map(([date, ofDay]) => (
        <li key={date}>
          <h3>{frame.dates.day(date)}</h3>
          <div>
            {ofDay.map((happening) => (
              <HappeningEntry key={idOf(happening)} frame={frame} happening={happening} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

const groupByMonth = (happenings: readonly Happening[], { dates }: Frame) =>
  Map.groupBy(happenings, ({ at }) => dates.dayAt(at).slice(0, 7));

/** The same, month by month. */
export function MonthList({ frame, happenings }: { frame: Frame; happenings: readonly Happening[] }) {
  return (
    <>
      {[...groupByMonth(happenings, frame)].map(([month, ofMonth]) => (
        <div key={month}>
          <p class="kind">{frame.dates.month(month)}</p>
          <DayList frame={frame} happenings={ofMonth} />
        </div>
      ))}
    </>
  );
}
