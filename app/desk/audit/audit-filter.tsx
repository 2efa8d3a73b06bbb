import { Form, Link } from "@remix-run/react";
import { Button } from "../parts/button";
import { type Choice, choicesOf, SelectField, TextField } from "../parts/field";
import { subjectWords } from "./audit-actions";

/** As the address says it. */
export interface AuditChoice {
  /** Id of a person, or `token`, `machine`. */
  who: string;
  kind: string;
  /** Days of the page's zone, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

interface AuditFilterProps {
  chosen: AuditChoice;
  people: { id: string; name: string }[];
  here: string;
}

const all: Choice = { value: "", label: "All" };
const others: Choice[] = [
  { value: "token", label: "API tokens" },
  { value: "machine", label: "Upfront and sources" },
  { value: "visitor", label: "Visitors" },
];

/** By person, by what it is about, by day; in the address, so that it can be handed on. */
export function AuditFilterForm({ chosen, people, here }: AuditFilterProps) {
  const who = [all, ...people.map(({ id, name }) => ({ value: id, label: name })), ...others];
  return (
    <Form
      method="get"
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap [&>:has(input)]:col-span-2"
      aria-label="Filter"
    >
      <SelectField name="who" label="Who" value={chosen.who} choices={who} />
      <SelectField name="kind" label="About" value={chosen.kind} choices={[all, ...choicesOf(subjectWords)]} />
      <TextField name="from" label="From" type="date" value={chosen.from} />
      <TextField name="to" label="To, that day too" type="date" value={chosen.to} />
      <Button>Show</Button>
      {Object.values(chosen).some(Boolean) ? (
        <Link to={here} className="inline-flex min-h-11 items-center">
          Show all
        </Link>
      ) : null}
    </Form>
  );
}
