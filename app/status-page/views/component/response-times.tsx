/** @jsxImportSource ~/html */
import type { ChartEvent } from "~/chart/chart-events";
import { measurementPlaceText } from "~/chart/measurement-text";
import { responseRangeAddress, responseRangeTexts, responseTimesId } from "~/chart/response-ranges";
import type { ResponseTimes } from "~/components/response-times";
import { type ResultRange, resultRanges } from "~/monitors/rules/monitor-points";
import type { RenderContext } from "../parts/frame";
import { PublicResponseChart } from "./response-chart";

/** Links to the ranges; the current range is plain text, because a link to the same page would be useless. */
function Ranges({ frame, path, range }: { frame: RenderContext; path: string; range: ResultRange }) {
  const texts = responseRangeTexts(frame.words);
  return (
    <nav class="rc-ranges" aria-label={frame.words.t("chart.ranges")}>
      {resultRanges.map((each) =>
        each === range ? (
          <span key={each} aria-current="true">
            {texts[each]}
          </span>
        ) : (
          <a key={each} href={`${frame.prefix}${path}${responseRangeAddress(each)}`}>
            {texts[each]}
          </a>
        ),
      )}
    </nav>
  );
}

interface ResponseTimesProps {
  frame: RenderContext;
  /** Path of the component's page, after the page's public address. */
  path: string;
  range: ResultRange;
  /** Null when the archive is not available. */
  times: ResponseTimes | null;
  /** Its incidents and maintenances, which the charts mark. */
  events: readonly ChartEvent[];
}

/** Shows charts of the component's monitors; nothing when it has none. */
export function PublicResponseTimesSection({ frame, path, range, times, events }: ResponseTimesProps) {
  const { t } = frame.words;
  if (times?.monitors.length === 0) return null;
  return (
    <section id={responseTimesId}>
      <h2>{t("chart.heading")}</h2>
      {times === null ? (
        <p class="note">{t("chart.unavailable")}</p>
      ) : (
        <Ranges frame={frame} path={path} range={range} />
      )}
      {times?.from ? <p class="note">{measurementPlaceText(frame.words, times.from)}</p> : null}
      {times?.monitors.map(({ id, name, points, stepMs }, index) => (
        <div key={id} class="rc-monitor">
          <h3 dir="auto" lang={frame.written}>
            {name}
          </h3>
          <PublicResponseChart
            frame={frame}
            id={`rc${index}`}
            title={t("chart.of", { name })}
            points={points}
            stepMs={stepMs}
            events={events}
          />
        </div>
      ))}
      {times && times.more > 0 ? <p class="note">{t("chart.more", { count: times.more })}</p> : null}
    </section>
  );
}
