/** @jsxImportSource ~/html */

import { latestResponseOf } from "~/chart/response-rows";
import { chartLatencyText } from "~/chart/response-view";
import type { ResponseTimes } from "~/components/response-times";
import type { HtmlChild } from "~/html/jsx-runtime";
import { elapsedTimeText } from "~/i18n/span";
import { isAnnouncementIncident, worstImpact } from "~/incidents/rules/impact";
import { stateLetterByImpact } from "~/status/state-letter";
import { uptimeOfLastDays } from "../../rules/recent-uptime";
import type { Snapshot, SnapshotComponent, SnapshotIncident } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";
import { StateBadge } from "../parts/state";
import { PublicTimeText } from "../parts/time-text";
import { TitleLink } from "../parts/title";
import { isUptimeShown } from "../parts/visible-letter";

interface KeyFigure<Value extends HtmlChild = HtmlChild> {
  name: string;
  value: Value;
  /** Text that explains the value. */
  beside: HtmlChild;
}

interface KeyFigureListProps {
  frame: RenderContext;
  snapshot: Snapshot;
  component: SnapshotComponent;
  /** Newest first; null when the archive is not available. */
  incidents: readonly SnapshotIncident[] | null;
  times: ResponseTimes | null;
}

const monthDays = 30;

function uptimeFigures({ frame: { words }, snapshot, component }: KeyFigureListProps): KeyFigure<string>[] {
  if (!isUptimeShown(component)) return [];
  const { t, percent } = words;
  const told = (count: number) => {
    const share = uptimeOfLastDays(snapshot, component, count);
    const name = t("component.uptime_days", { count });
    return { name, value: share === null ? t("status.no_data") : percent(share), beside: null };
  };
  const { count } = snapshot.days;
  return count > monthDays ? [told(count), told(monthDays)] : [told(count)];
}

/** Returns the response time of its slowest monitor. */
function responseFigure({ frame: { words }, times }: KeyFigureListProps): KeyFigure[] {
  const known = (times?.monitors ?? []).map(({ points }) => latestResponseOf(points));
  const [slowest] = known.toSorted((one, other) => (other.most ?? 0) - (one.most ?? 0));
  if (!slowest || slowest.most === null) return [];
  const { t } = words;
  return [
    {
      name: t("component.response"),
      value: chartLatencyText(words, slowest.newest),
      beside: t("component.response_most", { time: chartLatencyText(words, slowest.most) }),
    },
  ];
}

function IncidentValue({ frame, incident }: { frame: RenderContext; incident: SnapshotIncident }) {
  const { now } = frame;
  const { dayAt, datedDay } = frame.dates;
  const { resolvedAt, startedAt } = incident;
  if (resolvedAt !== null) return <>{datedDay(dayAt(startedAt), dayAt(now))}</>;
  return <StateBadge letter={stateLetterByImpact[worstImpact(incident)]}>{frame.words.t("recent.ongoing")}</StateBadge>;
}

function incidentFigure({ frame, component, incidents }: KeyFigureListProps): KeyFigure[] {
  if (incidents === null) return [];
  const { t } = frame.words;
  const name = t("component.last_incident");
  const last = incidents.find((each) => !isAnnouncementIncident(each));
  if (!last && component.unmonitored) return [];
  if (!last) return [{ name, value: t("component.never"), beside: null }];
  const { id, startedAt, resolvedAt } = last;
  const lasted =
    resolvedAt === null ? (
      <PublicTimeText frame={frame} at={startedAt} />
    ) : (
      elapsedTimeText(frame.words, resolvedAt - startedAt)
    );
  const beside = (
    <>
      <TitleLink frame={frame} of={last} href={`${frame.prefix}/incidents/${id}`} /> <span>{lasted}</span>
    </>
  );
  return [{ name, value: <IncidentValue frame={frame} incident={last} />, beside }];
}

/**
 * Returns the first figures. When there is a response time, the month's uptime is in small type below the whole uptime.
 */
function firstFigures(props: KeyFigureListProps): KeyFigure[] {
  const [whole, recent] = uptimeFigures(props);
  const response = responseFigure(props);
  if (response.length === 0 || !whole || !recent) return [...uptimeFigures(props), ...response];
  const beside = props.frame.words.t("badge.whole", { name: recent.name, state: recent.value });
  return [{ ...whole, beside }, ...response];
}

/** Shows a component's main figures in large type, at most three. */
export function KeyFiguresPanel(props: KeyFigureListProps) {
  const figures = [...firstFigures(props), ...incidentFigure(props)];
  if (figures.length === 0) return null;
  return (
    <dl class="figures">
      {figures.map(({ name, value, beside }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="big">{value}</dd>
          {beside === null ? null : <dd>{beside}</dd>}
        </div>
      ))}
    </dl>
  );
}
