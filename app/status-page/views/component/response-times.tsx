/** @jsxImportSource ~/html */
import { measurementPlaceText } from "~/chart/measurement-text";
import { type ResponseRange, type ResponseTimes, responseRangeLengthMs } from "~/components/response-times";
import { timeLimitText } from "~/i18n/span";
import type { RenderContext } from "../parts/frame";
import { ResponseChart } from "./response-chart";

const ranges: readonly ResponseRange[] = ["day", "week", "month"];

/** Links the ranges; the present one is plain text, because a link to the same page would be useless. */
function Ranges({ frame, path, range }: { frame: RenderContext; path: string; range: ResponseRange }) {
  const { t } = frame.words;
  const text = (each: ResponseRange) => timeLimitText(frame.words, responseRangeLengthMs(each));
  return (
    <nav class="rc-ranges" aria-label={t("chart.ranges")}>
      {ranges.map((each) =>
        each === range ? (
          <span key={each} aria-current="true">
            {text(each)}
          </span>
        ) : (
          <a key={each} href={`${frame.prefix}${path}${each === "day" ? "" : `?range=${each}`}#response-times`}>
            {text(each)}
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
  range: ResponseRange;
  /** Null when the archive is not available. */
  times: ResponseTimes | null;
}

/** Shows charts of the component's monitors; nothing when it has none. */
export function ResponseTimesSection({ frame, path, range, times }: ResponseTimesProps) {
  const { t } = frame.words;
  if (times?.monitors.length === 0) return null;
  return (
    <section id="response-times">
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
          <ResponseChart
            frame={frame}
            id={`rc${index}`}
            title={t("chart.of", { name })}
            points={points}
            stepMs={stepMs}
          />
        </div>
      ))}
      {times && times.more > 0 ? <p class="note">{t("chart.more", { count: times.more })}</p> : null}
    </section>
  );
}
