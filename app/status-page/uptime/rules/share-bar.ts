import { type StatusLetter, stateLetterByStatus } from "~/status/state-letter";
import { type UptimeParts, uptimePartStatuses } from "./uptime";

/** Units across a bar that divides the time of a report. */
export const shareBarWidth = 200;

/** Units that any trouble takes at least, so that a minute of a year is seen. */
const minSegmentWidth = 3;

interface ShareBarSegment {
  letter: StatusLetter;
  /** Units after the bar's start. */
  from: number;
  width: number;
}

const rounded = (units: number): number => Math.round(units * 10) / 10;

/** Returns the widths of all parts; what is operational gives the others the room that they need to be seen. */
function widthsOf(parts: UptimeParts, span: number): number[] {
  const wide = parts.map((part) => (part > 0 ? Math.max(minSegmentWidth, (part / span) * shareBarWidth) : 0));
  const sum = wide.reduce((total, each) => total + each, 0);
  return sum > shareBarWidth ? wide.map((each) => (each / sum) * shareBarWidth) : wide;
}

/** Returns the segments of a bar that fill it: operational first, then the parts from the best to the worst. */
export function shareBarSegments(parts: UptimeParts, span: number): ShareBarSegment[] {
  if (span <= 0) return [];
  const widths = widthsOf(parts, span);
  const troubled = uptimePartStatuses.map((status, index) => ({
    letter: stateLetterByStatus[status],
    width: widths[index] ?? 0,
  }));
  const operational = shareBarWidth - widths.reduce((total, each) => total + each, 0);
  let from = 0;
  return [{ letter: stateLetterByStatus.operational, width: operational }, ...troubled.reverse()].flatMap(
    ({ letter, width }) => {
      const start = from;
      from += width;
      return width < 0.05 ? [] : [{ letter, from: rounded(start), width: rounded(width) }];
    },
  );
}
