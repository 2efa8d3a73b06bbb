import { latestResponseOf } from "~/chart/response-rows";
import { chartLatencyText } from "~/chart/response-view";
import type { ResponseTimes } from "~/components/response-times";
import type { Words } from "~/i18n/words";

/** The newest response time of a monitor, and the one that nearly all others keep within, in words. */
export interface LatestResponseTexts {
  monitor: string;
  newest: string;
  most: string;
}

/** Returns the response times of a component's monitors that have any. */
export const latestResponseTexts = (words: Words, times: ResponseTimes | null): LatestResponseTexts[] =>
  (times?.monitors ?? []).flatMap(({ name, points }) => {
    const { newest, most } = latestResponseOf(points);
    if (most === null) return [];
    const text = words.t("component.response_most", { time: chartLatencyText(words, most) });
    return [{ monitor: name, newest: chartLatencyText(words, newest), most: text }];
  });
