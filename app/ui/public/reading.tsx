/** @jsxImportSource ~/ui/html */
import type { Status } from "~/rules/status";
import type { JSX } from "~/ui/html/jsx-runtime";
import { Bars } from "./bars";
import type { Frame } from "./frame";
import { StatusMark } from "./state";

interface ReadingProps {
  frame: Frame;
  /** Null = neither bars nor uptime are shown. */
  days: string | null;
  uptime: number | null;
  status: Status;
}

const uptimeText = ({ words }: Frame, uptime: number | null): string =>
  uptime === null ? words.t("components.no_data") : words.percent(uptime);

function Drawn({ frame, days, uptime, status }: ReadingProps) {
  return (
    <>
      {days === null ? null : (
        <>
          <Bars frame={frame} days={days} />
          <span class="u">{uptimeText(frame, uptime)}</span>
        </>
      )}
      <StatusMark frame={frame} status={status} />
    </>
  );
}

/** The dearest part of a page, and for most components the same as in the last rendering. */
const keptReadings = 2000;
const readings = new Map<string, JSX.Element>();

/** Bars, uptime and state of a component or a group. */
export function Reading(props: ReadingProps) {
  const { frame, days, uptime, status } = props;
  const key = `${frame.words.language} ${status} ${uptime} ${days}`;
  const known = readings.get(key);
  if (known) return known;
  const drawn = Drawn(props);
  if (readings.size >= keptReadings) readings.clear();
  readings.set(key, drawn);
  return drawn;
}
