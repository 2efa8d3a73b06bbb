/** @jsxImportSource ~/html */
import { calendarFormats } from "~/i18n/calendar-words";
import type { MonthPickerLinks as Picker } from "~/time/months";
import type { RenderContext } from "../parts/frame";

interface MonthPickerProps {
  frame: RenderContext;
  /** The month shown. */
  month: string;
  picker: Picker;
}

interface PickerLinkProps {
  frame: RenderContext;
  to: string;
  text: string;
  here: boolean;
}

/** Links a month; the one shown is plain text, because a link to the same page would be useless. */
const Way = ({ frame, to, text, here }: PickerLinkProps) =>
  here ? <strong aria-current="true">{text}</strong> : <a href={`${frame.prefix}/history?month=${to}`}>{text}</a>;

function Years({ frame, month, picker }: MonthPickerProps) {
  return (
    <nav class="ways" aria-label={frame.words.t("history.years")}>
      {picker.years.map((each) => (
        <Way key={each.year} frame={frame} to={each.month} text={each.year} here={month.startsWith(each.year)} />
      ))}
    </nav>
  );
}

function Months({ frame, month, picker }: MonthPickerProps) {
  const { shortMonth } = calendarFormats(frame.words.language);
  const open = picker.months.filter((each) => each.open).map((each) => each.month);
  return (
    <nav class="ways" aria-label={open[0]?.slice(0, 4) ?? ""}>
      {open.map((each) => (
        <Way key={each} frame={frame} to={each} text={shortMonth(each)} here={each === month} />
      ))}
    </nav>
  );
}

/** Shows a row of years and one of months, which stays small however long the history is. */
export const MonthPicker = (props: MonthPickerProps) => (
  <>
    {props.picker.years.length > 1 ? <Years {...props} /> : null}
    <Months {...props} />
  </>
);
