import { Button } from "../parts/button";
import { SelectField, TextField } from "../parts/field";
import { ChevronIcon } from "../parts/icons";
import { Link } from "../parts/link";
import { isFilteredView, type TableView, tableSortParam } from "./table-view";
import { useWords } from "./words/words";

export interface TableFilter {
  name: string;
  label: string;
  /** `search` = a text; `choice` = one of `choices`; `date` = a day. */
  kind: "search" | "choice" | "date";
  choices?: readonly { value: string; label: string }[];
  /** Shown in an empty field that is typed into, so that its label stands in line with those beside it. */
  hint?: string;
}

interface TableFilterFormProps {
  /** Path of the list. */
  to: string;
  view: TableView;
  filters: readonly TableFilter[];
  /** Columns that the list can be sorted by; on phones, where no heads are shown, a field chooses among them. */
  columns: readonly { key: string; head: string; fullHead?: string; sorts?: string | undefined }[];
  /** The usual order, where no column has it. */
  usualOrder?: { value: string; label: string };
}

function FilterField({ filter, value }: { filter: TableFilter; value: string }) {
  const { t } = useWords();
  const { name, label, kind, choices = [], hint } = filter;
  if (kind !== "choice") {
    return (
      <div
        className={`*:grid-cols-1 ${kind === "search" ? "max-sm:col-span-2 sm:min-w-40 sm:flex-1" : "min-w-0 sm:w-40"}`}
      >
        <TextField
          name={name}
          label={label}
          type={kind}
          value={value}
          {...(hint === undefined ? {} : { placeholder: hint })}
        />
      </div>
    );
  }
  const isOffered = value === "" || choices.some((each) => each.value === value);
  const unknown = isOffered ? [] : [{ value, label: value }];
  return (
    <div className="min-w-0 *:grid-cols-1 sm:max-w-36">
      <SelectField
        name={name}
        label={label}
        value={value}
        choices={[{ value: "", label: t("filter.any") }, ...unknown, ...choices]}
      />
    </div>
  );
}

/** The sort on phones; in the same form on wider screens it keeps the sort while filters change. */
function SortField({ view, columns, usualOrder }: Pick<TableFilterFormProps, "view" | "columns" | "usualOrder">) {
  const { t } = useWords();
  const sorts = columns
    .filter(({ sorts }) => sorts !== undefined)
    .flatMap(({ key, head, fullHead: column = head }) => [
      { value: tableSortParam({ key, descending: false }), label: t("sort.ascending", { column }) },
      { value: tableSortParam({ key, descending: true }), label: t("sort.descending", { column }) },
    ]);
  if (sorts.length === 0) return null;
  const choices = usualOrder ? [usualOrder, ...sorts] : sorts;
  return (
    <div className="max-sm:col-span-2 md:hidden">
      <SelectField name="sort" label={t("sort.label")} value={tableSortParam(view.sort)} choices={choices} />
    </div>
  );
}

/** Filters that the form does not offer, because links beside it set them: what it sends keeps them. */
const otherFilters = ({ params }: TableView, filters: readonly TableFilter[]) =>
  Object.entries(params).filter(([name]) => name !== "sort" && !filters.some((filter) => filter.name === name));

/**
 * On phones the fields would push the list off the first screen, so a summary opens them. They stand beside it, not in
 * it, so that CSS can show them anyway where there is room.
 */
function FilterSwitch({ isOpen }: { isOpen: boolean }) {
  const { t } = useWords();
  return (
    <details open={isOpen} className="filter-switch w-fit sm:hidden">
      <summary className="flex min-h-hit list-none items-center gap-1.5 rounded-md border border-edge bg-surface px-3 font-medium [&::-webkit-details-marker]:hidden">
        {t("filter.show")}
        <ChevronIcon />
      </summary>
    </details>
  );
}

/** Filters by the query string, so that a filtered list can be bookmarked and sent to a colleague. */
export function TableFilterForm({ to, view, filters, columns, usualOrder }: TableFilterFormProps) {
  const { t } = useWords();
  // A list that is shown anew has new first values, which only new fields take.
  return (
    <search key={JSON.stringify([view.params, view.sort])} className="filters grid grid-cols-1 gap-3">
      <FilterSwitch isOpen={isFilteredView(view)} />
      <div className="filter-fields">
        <form
          method="get"
          action={to}
          aria-label={t("filter.label")}
          className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
        >
          {otherFilters(view, filters).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} value={view.params[filter.name] ?? ""} />
          ))}
          <SortField view={view} columns={columns} {...(usualOrder ? { usualOrder } : {})} />
          <div className="col-span-2 flex gap-3 sm:col-span-1">
            <Button>{t("filter.apply")}</Button>
            {isFilteredView(view) ? (
              <Link to={to} className="inline-flex min-h-hit items-center">
                {t("filter.clear")}
              </Link>
            ) : null}
          </div>
        </form>
      </div>
    </search>
  );
}
