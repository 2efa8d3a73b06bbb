import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { useFormState } from "~/ui/parts/form";
import { RowLink } from "~/ui/parts/list";
import { TimeText, utcTitleText } from "~/ui/parts/time-text";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { NoticeView } from "../outbox-view";
import { bulkNoticesFormName, noticeCheckboxName } from "./outbox-actions";
import { NoticeProgressText, NoticeStateBadge, NoticeTitleText } from "./outbox-parts";
import { noticeName, useNoticeWayName } from "./outbox-words";
import { useWords } from "./words/words";

function NameCell({ notice, here }: { notice: NoticeView; here: string | undefined }) {
  const title = <NoticeTitleText notice={notice} />;
  return (
    <div className="flex flex-wrap sm:min-w-60">
      {here === undefined ? (
        <span className="font-medium">{title}</span>
      ) : (
        <RowLink to={`${here}/${notice.id}`}>
          {title}{" "}
          <span className="sr-only">
            <TimeText at={notice.createdAt} exact />
          </span>
        </RowLink>
      )}
    </div>
  );
}

function RecipientsCell({ notice }: { notice: NoticeView }) {
  const { t } = useWords();
  const wayText = useNoticeWayName();
  return (
    <span className="flex flex-wrap gap-x-2">
      <span>{t(`audience.${notice.audience}`)}</span>
      <span className="text-soft">{wayText(notice.way)}</span>
    </span>
  );
}

/** Columns of the outbox. `here`: the path below which each can be opened; absent when their content must not be shown. */
export function useOutboxColumns(here?: string): TableColumn<NoticeView>[] {
  const { t, number } = useWords();
  return [
    { key: "notice", head: t("column.notice"), cell: (notice) => <NameCell notice={notice} here={here} /> },
    { key: "state", head: t("column.state"), cell: (notice) => <NoticeStateBadge notice={notice} /> },
    { key: "recipients", head: t("column.recipients"), cell: (notice) => <RecipientsCell notice={notice} /> },
    { key: "progress", head: t("column.progress"), cell: (notice) => <NoticeProgressText notice={notice} /> },
    {
      key: "attempts",
      head: t("column.attempts"),
      numeric: true,
      phone: "labelled",
      cell: ({ round }) => number(round + 1),
    },
    {
      key: "queued",
      head: t("column.queued"),
      sorts: "descending",
      phone: "labelled",
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
  ];
}

/** Returns a function that names a notification apart from others about the same thing, as its checkbox does. */
function useNoticeName(): (notice: NoticeView) => string {
  const words = useWords();
  const { t } = words;
  const wayText = useNoticeWayName();
  return (notice) => {
    const { about, audience, way, createdAt } = notice;
    const kind = noticeName(words, notice);
    return t("list.box", {
      notice: about === null ? kind : t("list.about", { kind, about }),
      audience: t(`audience.${audience}`),
      way: wayText(way),
      at: utcTitleText(createdAt),
    });
  };
}

interface OutboxTableProps {
  notices: readonly NoticeView[];
  columns: TableColumn<NoticeView>[];
  view: TableView;
  /** True when the URL ticks every box. */
  isAllTicked: boolean;
  /** Place of the rows after these; null = none. */
  following: string | null;
}

/** The page's notices; responders tick some of them to stop them or to send them again. */
export function OutboxTable({ notices, columns, view, isAllTicked, following }: OutboxTableProps) {
  const { t } = useWords();
  const nameOf = useNoticeName();
  const responder = useHasRole("responder");
  const kept = useFormState(bulkNoticesFormName)?.values ?? {};
  const table = { label: t("list.title"), columns, rows: notices, view };
  if (!responder) return <ListTable {...table} />;
  const actions = (
    <>
      <Button name="intent" value="resend-several">
        {t("several.resend")}
      </Button>
      <Button name="intent" value="stop-several" look="danger">
        {t("several.stop")}
      </Button>
    </>
  );
  return (
    <BulkTableForm
      name={bulkNoticesFormName}
      label={t("several.form")}
      rows={notices.length}
      actions={actions}
      following={following}
    >
      <ListTable
        {...table}
        selection={{
          boxName: ({ id }) => noticeCheckboxName(id),
          rowName: nameOf,
          isTicked: ({ id }) => isAllTicked || noticeCheckboxName(id) in kept,
        }}
      />
    </BulkTableForm>
  );
}
