/** @jsxImportSource ~/html */
import { calendarFormats } from "~/i18n/calendar-words";
import type { MonthPickerLinks as Picker } from "~/time/months";
import type { RenderContext } from "../parts/frame";

interface MonthPickerProps {
  frame: RenderContext;
  /** The month shown. */
  month: string;
  /** Returns the address of a month. */
  hrefOf(month: string): string;
  picker: Picker;
}

interface PickerLinkProps {
  href: string;
  text: string;
  here: boolean;
}

/** Links to a month; the month shown is plain text, because a link to the same page would be useless. */
const Way = ({ href, text, here }: PickerLinkProps) =>
  here ? <strong aria-current="true">{text}</strong> : <a href={href}>{text}</a>;

function Years({ frame, month, picker, hrefOf }: MonthPickerProps) {
  return (
    <nav class="ways" aria-label={frame.words.t("history.years")}>
      {picker.years.map((each) => (
        <Way key={each.year} href={hrefOf(each.month)} text={each.year} here={month.startsWith(each.year)} />
      ))}
    </nav>
  );
}

/** Links to the months of one year, preceded by the year if no row of years shows it. */
function Months({ frame, month, picker, hrefOf }: MonthPickerProps) {
  const { shortMonth } = calendarFormats(frame.words.language);
  const open = picker.months.filter((each) => each.open).map((each) => each.month);
  const year = open[0]?.slice(0, 4) ?? "";
  return (
    <nav class="ways" aria-label={year}>
      {picker.years.length > 1 ? null : <span aria-hidden="true">{year}</span>}
      {open.map((each) => (
        <Way key={each} href={hrefOf(each)} text={shortMonth(each)} here={each === month} />
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
