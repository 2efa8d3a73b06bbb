import { Link } from "@remix-run/react";
import { Button } from "../parts/button";
import { choicesOf, FieldSet, SelectField, TextField } from "../parts/field";

/** What a plan carries, in checks a minute, and what it costs. */
export interface ShownCarry {
  used: number;
  ceiling: number;
  rowsWrittenPerDay: number;
}

/** Checks a minute, without needless digits. */
const rate = (value: number): string => String(Math.round(value * 10) / 10);

export const CarryNote = ({ carry }: { carry: ShownCarry }) => (
  <>
    {rate(carry.used)} of {carry.ceiling.toLocaleString("en-GB")} checks a minute are used
    {carry.rowsWrittenPerDay > 0
      ? `; they write about ${carry.rowsWrittenPerDay.toLocaleString("en-GB")} rows a day`
      : null}
    .
  </>
);

const deeds = {
  "": "Choose",
  pause: "Pause",
  resume: "Resume",
  set_interval: "Change the interval",
  add_tag: "Add the tag",
  remove_tag: "Remove the tag",
};

/** What to do with all that are ticked; some of it needs a value. */
export const BulkFields = () => (
  <FieldSet legend="With those ticked" name="ids">
    <div className="grid items-start gap-3 pt-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SelectField name="deed" label="Do" choices={choicesOf(deeds)} />
      <TextField name="value" label="Interval (minutes) or tag" />
      <div className="grid sm:pt-7">
        <Button>Apply</Button>
      </div>
    </div>
  </FieldSet>
);

/** The next ones, by the key of the last one shown. */
export function More({ after, keep }: { after: string | null; keep: object }) {
  if (after === null) return null;
  const kept = Object.entries(keep).filter(([, value]) => value !== "");
  const query = new URLSearchParams({ ...Object.fromEntries(kept), after });
  return (
    <nav aria-label="More monitors">
      <Link to={`?${query}`} className="inline-flex min-h-11 items-center">
        More monitors
      </Link>
    </nav>
  );
}
