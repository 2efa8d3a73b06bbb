import { minuteMs } from "~/time/durations";
import { shortDurationText, utcTitleText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import { useWords } from "./words/words";

interface NearTimeProps {
  at: number;
  /** `ago` and `ahead` = an instant; `for` = how long a state has lasted since. */
  as: "ago" | "ahead" | "for";
}

/** Time close to now as a short text, with the exact time as its title. */
export function NearTimeText({ at, as }: NearTimeProps) {
  const { now } = useViewer();
  const { t, language } = useWords();
  const length = as === "ahead" ? at - now : now - at;
  const text = () => {
    if (length < minuteMs) return t(as === "ahead" ? "near.now" : "near.just_now");
    return t(as === "ahead" ? "near.in" : `near.${as}`, { length: shortDurationText(length, language) });
  };
  return (
    <time dateTime={new Date(at).toISOString()} title={utcTitleText(at)} className="whitespace-nowrap">
      {text()}
    </time>
  );
}
