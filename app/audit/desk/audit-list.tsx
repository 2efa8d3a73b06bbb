import { Link } from "~/ui/parts/link";
import { TimeText } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { AuditEntryView } from "../list";
import { auditSubjectKinds } from "./audit-actions";
import { AuditSentence } from "./audit-sentence";
import type { AuditNames } from "./audit-words";
import { auditActorText, auditSubjectName, auditSubjectPath } from "./entry-names";
import { useWords } from "./words/words";

interface SubjectCellProps {
  entry: AuditEntryView;
  names: AuditNames;
  slug: string | null;
}

/** Shows the object of an entry by its name, or by its kind if it has none. It is a link if the object has a page. */
function SubjectCell({ entry, names, slug }: SubjectCellProps) {
  const { t } = useWords();
  const kind = auditSubjectKinds().find((each) => each === entry.subjectKind);
  const name = auditSubjectName(entry, names);
  const text = name === null ? kind && t(`subject.${kind}`) : <bdi>{name}</bdi>;
  const path = auditSubjectPath(entry, slug);
  if (!text) return <span aria-hidden="true">–</span>;
  if (path === null) return <span className="wrap-anywhere">{text}</span>;
  return (
    <Link to={path} className="-my-2.5 inline-flex min-h-hit items-center wrap-anywhere">
      {text}
    </Link>
  );
}

/** Columns of the log; it is sorted by time, as it is read. */
export function useAuditColumns(names: AuditNames, slug: string | null): TableColumn<AuditEntryView>[] {
  const words = useWords();
  const { t } = words;
  return [
    { key: "when", head: t("column.when"), sorts: "descending", cell: ({ at }) => <TimeText at={at} exact /> },
    { key: "who", head: t("filter.who"), phone: "hidden", cell: (entry) => <bdi>{auditActorText(words, entry)}</bdi> },
    { key: "what", head: t("column.what"), cell: (entry) => <AuditSentence entry={entry} names={names} /> },
    {
      key: "subject",
      head: t("filter.about"),
      cell: (entry) => <SubjectCell entry={entry} names={names} slug={slug} />,
    },
  ];
}

interface AuditListProps {
  entries: AuditEntryView[];
  columns: readonly TableColumn<AuditEntryView>[];
  view: TableView;
}

/** Lists who did what, when, and the values before. */
export const AuditTable = ({ entries, columns, view }: AuditListProps) => (
  <ListTable label={useWords().t("list.title")} columns={columns} rows={entries} view={view} />
);
