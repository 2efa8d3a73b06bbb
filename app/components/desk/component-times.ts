import { measurementPlaceText } from "~/chart/measurement-text";
import { responseRangeLengthMs } from "~/chart/response-ranges";
import { readWords } from "~/i18n/words";
import {
  linkChartEvents,
  type ResponseTimesView,
  responseLimitsOf,
  responseTimesView,
} from "~/monitors/desk/chart-views";
import { resultRangeOf } from "~/monitors/desk/monitor-words";
import { type PageDeskRequest, unwrapAllOrThrow } from "~/ui/frame/desk";
import { readChartEvents } from "../chart-events";
import { readComponentResponseTimes } from "../response-times";

/** Returns the charts of the monitors that watch a component, in words; null when it has none. */
export async function readComponentTimesView(desk: PageDeskRequest, id: string): Promise<ResponseTimesView | null> {
  const { ctx, pageId, slug, url } = desk;
  const range = resultRangeOf(url.searchParams.get("range"));
  const [{ monitors, more, from }, events] = await unwrapAllOrThrow(
    readComponentResponseTimes(ctx, { pageId, id, range }),
    readChartEvents(ctx, { pageId, of: { componentId: id }, since: ctx.now() - responseRangeLengthMs(range) }),
  );
  if (monitors.length === 0) return null;
  const words = await readWords(ctx, desk.language);
  const linked = linkChartEvents(slug, events);
  return responseTimesView(words, {
    dates: desk.dates,
    range,
    from: from === null ? null : measurementPlaceText(words, from),
    more: more === 0 ? null : words.t("chart.more", { count: more }),
    series: monitors.map(({ id: monitorId, name, points, stepMs, degradedAboveMs, timeoutMs }) => ({
      id: `times-${monitorId}`,
      title: words.t("chart.of", { name }),
      points,
      stepMs,
      limits: responseLimitsOf({ slowMs: degradedAboveMs, timeoutMs }),
      events: linked,
    })),
  });
}
