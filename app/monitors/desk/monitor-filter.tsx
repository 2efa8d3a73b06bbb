import { Link } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { shownMonitorStates } from "./monitor-words";
import { useWords } from "./words/words";

export interface MonitorFilterValues {
  state: string;
  tag: string;
  text: string;
}

const box = "min-h-hit w-full rounded-md border border-edge bg-surface px-3 py-2 pointer-fine:py-1";

function Choice({
  name,
  label,
  value,
  choices,
}: Record<"name" | "label" | "value", string> & { choices: [string, string][] }) {
  const { t } = useWords();
  return (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <select name={name} defaultValue={value} className={`${box} font-normal`}>
        <option value="">{t("filter.any")}</option>
        {choices.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

interface MonitorFilterFormProps {
  values: MonitorFilterValues;
  tags: string[];
  to: string;
  /** Label of the text search, and the states on offer; default: those of monitors. */
  label?: string;
  states?: Record<string, string>;
}

/** Filters by the query string, so that a filtered list can be bookmarked. */
export function MonitorFilterForm(props: MonitorFilterFormProps) {
  const { t } = useWords();
  const { values, tags, to, label = t("filter.name") } = props;
  const states = props.states ?? Object.fromEntries(shownMonitorStates.map((state) => [state, t(`state.${state}`)]));
  const filtered = Object.values(values).some((value) => value !== "");
  const offered = values.tag !== "" && !tags.includes(values.tag) ? [...tags, values.tag] : tags;
  return (
    <search>
      <form method="get" action={to} className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
        <label className="col-span-2 grid gap-1 text-sm font-medium sm:col-span-1">
          {label}
          <input type="search" name="text" defaultValue={values.text} className={`${box} font-normal`} />
        </label>
        <Choice name="state" label={t("filter.state")} value={values.state} choices={Object.entries(states)} />
        <Choice name="tag" label={t("filter.tag")} value={values.tag} choices={offered.map((tag) => [tag, tag])} />
        <div className="col-span-2 flex gap-3 sm:col-span-1">
          <Button>{t("filter.button")}</Button>
          {filtered ? (
            <Link to={to} className="inline-flex min-h-hit items-center">
              {t("filter.all")}
            </Link>
          ) : null}
        </div>
      </form>
    </search>
  );
}
