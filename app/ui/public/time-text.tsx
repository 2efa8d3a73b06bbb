/** @jsxImportSource ~/ui/html */
import { spelled, utcText } from "~/i18n/dates";
import type { Frame } from "./frame";

const isoText = (at: number) => new Date(at).toISOString();
const machineText = (iso: string) => `${iso.slice(0, 16)}Z`;

/** An instant (ms) in the viewer's zone, with UTC in the title. `full` names the year. */
export function TimeText({ frame, at, full = false }: { frame: Frame; at: number; full?: boolean }) {
  const iso = isoText(at);
  return (
    <time datetime={machineText(iso)} title={spelled(iso)}>
      {full ? frame.dates.full(at) : frame.dates.instant(at)}
    </time>
  );
}

/** A window of time (ms); its length and both ends in UTC stand in the title. */
export function SpanOfTime({ frame, from, to }: { frame: Frame; from: number; to: number }) {
  const iso = isoText(from);
  return (
    <time datetime={machineText(iso)} title={`${spelled(iso)} – ${utcText(to)}`}>
      {frame.dates.span(from, to)}
    </time>
  );
}
