import type { TableColumn } from "~/ui/table/list-table";
import { TableFilterForm } from "~/ui/table/table-filter";
import type { TableView } from "~/ui/table/table-view";
import type { AuditEntryView } from "../list";
import { auditSubjectKinds } from "./audit-actions";
import { useWords } from "./words/words";

interface AuditFilterFormProps {
  view: TableView;
  people: { id: string; name: string }[];
  /** Path of the log. */
  here: string;
  columns: readonly TableColumn<AuditEntryView>[];
}

/** Actors who are not people. */
const others = ["token", "machine", "visitor"] as const;

/** Filters by person, subject and day; the filter is in the address, so that it can be shared. */
export function AuditFilterForm({ view, people, here, columns }: AuditFilterFormProps) {
  const { t } = useWords();
  const who = [
    ...people.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map((value) => ({ value, label: t(`filter.${value}`) })),
  ];
  const kinds = auditSubjectKinds().map((value) => ({ value, label: t(`subject.${value}`) }));
  const filters = [
    { name: "search", kind: "search", label: t("filter.search"), hint: t("filter.search_hint") },
    { name: "who", kind: "choice", label: t("filter.who"), choices: who },
    { name: "kind", kind: "choice", label: t("filter.about"), choices: kinds },
    { name: "from", kind: "date", label: t("filter.from") },
    { name: "to", kind: "date", label: t("filter.to") },
  ] as const;
  return <TableFilterForm to={here} view={view} filters={filters} columns={columns} />;
}
