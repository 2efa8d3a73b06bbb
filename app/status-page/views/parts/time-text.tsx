/** @jsxImportSource ~/html */
import { dateFormats, isoToUtcText, utcText } from "~/i18n/dates";
import { timeZoneName } from "~/i18n/zone-text";
import type { RenderContext } from "./frame";

const isoText = (at: number) => new Date(at).toISOString();
const machineText = (iso: string) => `${iso.slice(0, 16)}Z`;

/**
 * Shows an instant (ms) in the viewer's time zone, with UTC in the title. `full` includes the year even if it is the
 * current one.
 */
export function PublicTimeText({ frame, at, full = false }: { frame: RenderContext; at: number; full?: boolean }) {
  const iso = isoText(at);
  return (
    <time datetime={machineText(iso)} title={isoToUtcText(iso)}>
      {full ? frame.dates.full(at) : frame.dates.dated(at, frame.now)}
    </time>
  );
}

/** Shows the time in the viewer's zone, with the day if it is not today. `said` is the visible text. */
const Clock = ({ at, said }: { at: number; said: string }) => {
  const iso = isoText(at);
  return (
    <time datetime={machineText(iso)} title={isoToUtcText(iso)}>
      {said}
    </time>
  );
};

/** Shows the same with the name of the zone. */
export const ZonedTimeText = ({
  frame: { dates: of, now },
  at,
}: {
  frame: Pick<RenderContext, "dates" | "now">;
  at: number;
}) => <Clock at={at} said={of.zoned(at, now)} />;

/** Shows the same without the zone, for use beside a time that includes it. */
export const ShortTimeText = ({ frame: { dates: of, now }, at }: { frame: RenderContext; at: number }) => (
  <Clock at={at} said={of.near(at, now)} />
);

interface TimeSpanTextProps {
  frame: RenderContext;
  from: number;
  to: number;
  full?: boolean;
}

/** Shows a span of time (ms), with both ends in UTC in the title. `full` includes the year. */
export function TimeSpanText({ frame, from, to, full = false }: TimeSpanTextProps) {
  const iso = isoText(from);
  return (
    <time datetime={machineText(iso)} title={`${isoToUtcText(iso)} – ${utcText(to)}`}>
      {full ? frame.dates.fullSpan(from, to) : frame.dates.datedSpan(from, to, frame.now)}
    </time>
  );
}

/** Shows the time in UTC, for readers in another zone. */
function Beside({ frame, from, to }: { frame: RenderContext; from: number; to: number | null }) {
  if (timeZoneName(frame.dates.zone) === "UTC") return null;
  const utc = dateFormats(frame.words.language, "UTC");
  return <small>{`${to === null ? utc.full(from) : utc.fullSpan(from, to)} UTC`}</small>;
}

interface TimeFactTextProps {
  frame: RenderContext;
  from: number;
  to?: number | null;
  /** Text that states how long ago or how far off the time is; absent when that is not shown. */
  distance?: string | null;
}

/** Shows a time as a fact of a page: in the viewer's zone with the year, followed by UTC if that differs. */
export const TimeFactText = ({ frame, from, to = null, distance = null }: TimeFactTextProps) => (
  <>
    {to === null ? (
      <PublicTimeText frame={frame} at={from} full />
    ) : (
      <TimeSpanText frame={frame} from={from} to={to} full />
    )}
    {distance === null ? null : ` · ${distance}`}
    <Beside frame={frame} from={from} to={to} />
  </>
);
