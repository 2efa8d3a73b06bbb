/** @jsxImportSource ~/ui/html */
import { utcText } from "~/i18n/dates";
import type { Frame } from "./frame";

const machineText = (at: number) => `${new Date(at).toISOString().slice(0, 16)}Z`;

/** An instant (ms) in the viewer's zone, with UTC in the title. `full` names the year. */
export function TimeText({ frame, at, full = false }: { frame: Frame; at: number; full?: boolean }) {
  return (
    <time datetime={machineText(at)} title={utcText(at)}>
      {full ? frame.dates.full(at) : frame.dates.instant(at)}
    </time>
  );
}

/** A window of time (ms); its length and both ends in UTC stand in the title. */
export function SpanOfTime({ frame, from, to }: { frame: Frame; from: number; to: number }) {
  return (
    <time datetime={machineText(from)} title={`${utcText(from)} – ${utcText(to)}`}>
      {frame.dates.span(from, to)}
    </time>
  );
}
