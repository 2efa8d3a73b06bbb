/** @jsxImportSource ~/ui/html */
import type { Status } from "~/rules/status";
import type { JSX } from "~/ui/html/jsx-runtime";
import { Bars } from "./bars";
import type { Frame } from "./frame";
import { StatusMark } from "./state";

interface ReadingProps {
  frame: Frame;
  /** Where its days are told one by one; null = nowhere, or where a link has no place. */
  href: string | null;
  /** Null = neither bars nor uptime are shown. */
  days: string | null;
  uptime: number | null;
  status: Status;
}

const uptimeText = ({ words }: Frame, uptime: number | null): string =>
  uptime === null ? words.t("components.no_data") : words.percent(uptime);

interface Drawn {
  bars: JSX.Element;
  rest: JSX.Element;
}

const draw = ({ frame, days, uptime, status }: ReadingProps): Drawn => ({
  bars: days === null ? null : <Bars frame={frame} days={days} />,
  rest: (
    <>
      {days === null ? null : <span class="u">{uptimeText(frame, uptime)}</span>}
      <StatusMark frame={frame} status={status} />
    </>
  ),
});

/** The dearest part of a page, and for most components the same as in the last rendering. */
const keptReadings = 2000;
const readings = new Map<string, Drawn>();

function drawnOf(props: ReadingProps): Drawn {
  const { frame, days, uptime, status } = props;
  const key = `${frame.words.language} ${status} ${uptime} ${days}`;
  const known = readings.get(key);
  if (known) return known;
  const drawn = draw(props);
  if (readings.size >= keptReadings) readings.clear();
  readings.set(key, drawn);
  return drawn;
}

/** Bars, uptime and state of a component or a group. */
export function Reading(props: ReadingProps) {
  const { bars, rest } = drawnOf(props);
  return (
    <>
      {props.href !== null && props.days !== null ? (
        <a class="v" href={props.href}>
          {bars}
        </a>
      ) : (
        bars
      )}
      {rest}
    </>
  );
}
