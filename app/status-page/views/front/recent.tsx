/** @jsxImportSource ~/html */
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { isMaintenanceInProgress } from "../../rules/head-state";
import { knownShareOnDate } from "../../rules/known-days";
import type { Snapshot } from "../../rules/snapshot-document";
import { ContinuedEventsSection } from "../parts/carried-events";
import { PublicEventItem } from "../parts/event-entry";
import type { RenderContext } from "../parts/frame";
import { pageEventIdOf, pageEventsOf } from "../parts/happening-days";
import { type RecentDaysEntry, recentDayGroups } from "../parts/recent-days";

export const recentDayCount = 15;

/** Words for days without incidents; they claim only what was known. */
export const recentDayWords = {
  quiet: "recent.none",
  partly: "recent.none_monitored",
  unknown: "status.no_data",
  ongoing: "recent.see_above",
} as const;

function Day({ frame, day }: { frame: RenderContext; day: RecentDaysEntry }) {
  const { dates, words } = frame;
  if (day.kind !== "busy") {
    return (
      <li class="q">
        <h3>{dates.days(day.first, day.last)}</h3>
        <p>{words.t(recentDayWords[day.kind])}</p>
      </li>
    );
  }
  const { first, last, told, carried } = day;
  return (
    <li>
      <h3>{first === last ? dates.day(first) : dates.days(first, last)}</h3>
      <div>
        {told.map((happening) => (
          <PublicEventItem key={pageEventIdOf(happening)} frame={frame} happening={happening} />
        ))}
        <ContinuedEventsSection
          frame={frame}
          happenings={carried}
          all={`${frame.prefix}/history?month=${last.slice(0, 7)}`}
        />
        {day.ongoing ? <p class="k">{words.t(recentDayWords.ongoing)}</p> : null}
      </div>
    </li>
  );
}

/** Returns the start of the oldest open incident or maintenance, without announcements. */
const openSince = ({ incidents, maintenances }: Snapshot): number | null => {
  const starts = [
    ...incidents.filter((each) => !isAnnouncementIncident(each)).map(({ startedAt }) => startedAt),
    ...maintenances.filter(isMaintenanceInProgress).map(({ startsAt }) => startsAt),
  ];
  return starts.length === 0 ? null : Math.min(...starts);
};

/** Returns the viewer's last days with their past events. */
export function recentDaysOf({ dates, now }: RenderContext, snapshot: Snapshot): RecentDaysEntry[] {
  const over = snapshot.recent.incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  const listed = {
    happenings: pageEventsOf(over, snapshot.recent.maintenances),
    openSince: openSince(snapshot),
    knowledge: (date: string) => knownShareOnDate(snapshot, date),
  };
  return recentDayGroups(listed, dates, now, recentDayCount);
}

/** Lists past events of the viewer's last days; days without events are merged into one line. */
export function RecentEventsSection({ frame, snapshot }: { frame: RenderContext; snapshot: Snapshot }) {
  const { t } = frame.words;
  const days = recentDaysOf(frame, snapshot);
  if (days.length === 0) return null;
  return (
    <section>
      <h2>{t("recent.last_days", { count: recentDayCount })}</h2>
      <ol class="r">
        {days.map((day) => (
          <Day key={day.first} frame={frame} day={day} />
        ))}
      </ol>
      <p class="more">
        <a href={`${frame.prefix}/history`}>{t("recent.history")}</a>
      </p>
    </section>
  );
}
