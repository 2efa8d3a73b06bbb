import { Link } from "@remix-run/react";
import { Button } from "./button";
import { type Choice, SelectField, TextField } from "./field";

/** What a plan carries: in checks a minute, over the whole deployment. */
export interface ShownCarry {
  used: number;
  carries: number;
}

/** Checks a minute, without needless digits. */
const rate = (value: number): string => String(Math.round(value * 10) / 10);

export const CarryNote = ({ carry }: { carry: ShownCarry }) => (
  <>
    {rate(carry.used)} of {rate(carry.carries)} checks a minute are used.
  </>
);

const deeds: (Choice & { admin: boolean })[] = [
  { value: "mute", label: "Mute, for so many minutes", admin: false },
  { value: "unmute", label: "End the mute", admin: false },
  { value: "pause", label: "Pause", admin: true },
  { value: "resume", label: "Resume", admin: true },
  { value: "interval", label: "Check every so many minutes", admin: true },
  { value: "tag", label: "Add the tag", admin: true },
  { value: "untag", label: "Take the tag away", admin: true },
];

/** What to do with all that are ticked; some of it needs a value. */
export function BulkFields({ admin }: { admin: boolean }) {
  const choices = [{ value: "", label: "Choose" }, ...deeds.filter((deed) => admin || !deed.admin)];
  return (
    <fieldset className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <legend className="mb-2 font-semibold">With those ticked</legend>
      <SelectField name="deed" label="Do" choices={choices} />
      <TextField name="value" label="Minutes, or the tag" />
      <Button>Do it</Button>
    </fieldset>
  );
}

/** The next ones, by the key of the last one shown. */
export function More({ after, keep }: { after: string | null; keep: object }) {
  if (after === null) return null;
  const kept = Object.entries(keep).filter(([, value]) => value !== "");
  return (
    <nav aria-label="More monitors">
      <Link
        to={`?${new URLSearchParams({ ...Object.fromEntries(kept), after })}`}
        className="inline-flex min-h-11 items-center"
      >
        More monitors
      </Link>
    </nav>
  );
}
