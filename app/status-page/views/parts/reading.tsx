/** @jsxImportSource ~/html */
import type { Status } from "~/status/status";
import { Bars, type ToldDay } from "./bars";
import type { Frame } from "./frame";
import { StateMark, StatusMark } from "./state";

interface ReadingProps {
  frame: Frame;
  /** The address of its day table; null = there is none, or a link is not allowed here. */
  href: string | null;
  /** The name for the link; null when a heading has it. */
  name: string | null;
  /** Null = neither bars nor uptime are shown. */
  days: string | null;
  /** Days whose bars show details. */
  told?: readonly ToldDay[];
  uptime: number | null;
  /** Null = nothing and no person vouches for it. */
  status: Status | null;
}

const uptimeText = ({ words }: Frame, uptime: number | null): string =>
  uptime === null ? words.t("components.no_data") : words.percent(uptime);

/** Shows bars, uptime and state of a component or a group. */
export function Reading({ frame, href, name, days, told, uptime, status }: ReadingProps) {
  const bars = days === null ? null : <Bars frame={frame} days={days} name={name} told={told ?? []} />;
  return (
    <>
      {href !== null && bars ? (
        <a class="v" href={href}>
          {bars}
        </a>
      ) : (
        bars
      )}
      {days === null ? null : <span class="u">{uptimeText(frame, uptime)}</span>}
      {status === null ? (
        <StateMark letter="n">{frame.words.t("field.unmonitored")}</StateMark>
      ) : (
        <StatusMark frame={frame} status={status} />
      )}
    </>
  );
}
