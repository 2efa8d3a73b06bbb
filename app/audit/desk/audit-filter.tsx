import { Form, Link } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { SelectField, TextField } from "~/ui/parts/field";
import { auditSubjectKinds } from "./audit-actions";
import { useWords } from "./words/words";

/** The filter as given in the address. */
export interface AuditFilterValues {
  /** Free text. */
  search: string;
  /** Id of a person, or `token`, `machine`. */
  who: string;
  kind: string;
  /** Days of the reader's time zone, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

interface AuditFilterFormProps {
  chosen: AuditFilterValues;
  people: { id: string; name: string }[];
  here: string;
}

/** Actors who are not people. */
const others = ["token", "machine", "visitor"] as const;

/** Filters by person, subject and day; the filter is in the address, so that it can be shared. */
export function AuditFilterForm({ chosen, people, here }: AuditFilterFormProps) {
  const { t } = useWords();
  const all = { value: "", label: t("filter.all") };
  const who = [
    all,
    ...people.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map((value) => ({ value, label: t(`filter.${value}`) })),
  ];
  const kinds = [all, ...auditSubjectKinds().map((value) => ({ value, label: t(`subject.${value}`) }))];
  return (
    <Form
      method="get"
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap [&>:has(input)]:col-span-2"
      aria-label={t("filter.label")}
    >
      <TextField
        name="search"
        type="search"
        label={t("filter.search")}
        hint={t("filter.search_hint")}
        value={chosen.search}
      />
      <SelectField name="who" label={t("filter.who")} value={chosen.who} choices={who} />
      <SelectField name="kind" label={t("filter.about")} value={chosen.kind} choices={kinds} />
      <TextField name="from" label={t("filter.from")} type="date" value={chosen.from} />
      <TextField name="to" label={t("filter.to")} type="date" value={chosen.to} />
      <Button>{t("filter.button")}</Button>
      {Object.values(chosen).some(Boolean) ? (
        <Link to={here} className="inline-flex min-h-hit items-center">
          {t("filter.reset")}
        </Link>
      ) : null}
    </Form>
  );
}
