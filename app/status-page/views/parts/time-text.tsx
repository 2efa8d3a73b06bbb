/** @jsxImportSource ~/html */
import { dates, spelled, utcText } from "~/i18n/dates";
import { zoneText } from "~/i18n/zone-text";
import type { Frame } from "./frame";

const isoText = (at: number) => new Date(at).toISOString();
const machineText = (iso: string) => `${iso.slice(0, 16)}Z`;

/** An instant (ms) in the viewer's zone, with UTC in the title. `full` names the year also where it is this one. */
export function TimeText({ frame, at, full = false }: { frame: Frame; at: number; full?: boolean }) {
  const iso = isoText(at);
  return (
    <time datetime={machineText(iso)} title={spelled(iso)}>
      {full ? frame.dates.full(at) : frame.dates.dated(at, frame.now)}
    </time>
  );
}

/** The clock in the viewer's zone, with the day where that is not today. `said`: as it is written there. */
const Clock = ({ at, said }: { at: number; said: string }) => {
  const iso = isoText(at);
  return (
    <time datetime={machineText(iso)} title={spelled(iso)}>
      {said}
    </time>
  );
};

/** The same with the name of the zone. */
export const ZonedTime = ({ frame: { dates: of, now }, at }: { frame: Pick<Frame, "dates" | "now">; at: number }) => (
  <Clock at={at} said={of.zoned(at, now)} />
);

/** Beside one that names the zone. */
export const NearTime = ({ frame: { dates: of, now }, at }: { frame: Frame; at: number }) => (
  <Clock at={at} said={of.near(at, now)} />
);

interface SpanOfTimeProps {
  frame: Frame;
  from: number;
  to: number;
  full?: boolean;
}

/** A window of time (ms); both ends in UTC stand in the title. `full` as above. */
export function SpanOfTime({ frame, from, to, full = false }: SpanOfTimeProps) {
  const iso = isoText(from);
  return (
    <time datetime={machineText(iso)} title={`${spelled(iso)} – ${utcText(to)}`}>
      {full ? frame.dates.fullSpan(from, to) : frame.dates.datedSpan(from, to, frame.now)}
    </time>
  );
}

/** In UTC, for readers of another zone. */
function Beside({ frame, from, to }: { frame: Frame; from: number; to: number | null }) {
  if (zoneText(frame.dates.zone) === "UTC") return null;
  const utc = dates(frame.words.language, "UTC");
  return <small>{`${to === null ? utc.full(from) : utc.fullSpan(from, to)} UTC`}</small>;
}

/** As a fact of its own page: in the viewer's zone with the year, and UTC beside it where that is another. */
export const Moment = ({ frame, from, to = null }: { frame: Frame; from: number; to?: number | null }) => (
  <>
    {to === null ? <TimeText frame={frame} at={from} full /> : <SpanOfTime frame={frame} from={from} to={to} full />}
    <Beside frame={frame} from={from} to={to} />
  </>
);
