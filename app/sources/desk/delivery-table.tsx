import { fileSizeText } from "~/i18n/size-text";
import { useHasRole } from "~/ui/frame/may";
import { Button } from "~/ui/parts/button";
import { useFormState } from "~/ui/parts/form";
import { RowLink } from "~/ui/parts/list";
import { TimeText, utcTitleText } from "~/ui/parts/time-text";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { ShownSourceDelivery } from "./delivery-list";
import { DeliveryKeysText, DeliveryResultTags, unskippedSignalsOf } from "./delivery-parts";
import { useWords } from "./words/words";

export type DeliveryTableRow = ShownSourceDelivery & { size: number };

const boxOf = (id: string) => `delivery.${id}`;

interface DeliveryTableProps {
  deliveries: readonly DeliveryTableRow[];
  columns: TableColumn<DeliveryTableRow>[];
  view: TableView;
  /** True when the URL ticks every box. */
  isAllTicked: boolean;
}

/** Columns of the list of deliveries; it has one order, the newest first. */
export function useDeliveryColumns(here: string): TableColumn<DeliveryTableRow>[] {
  const { t, number, language } = useWords();
  return [
    {
      key: "received",
      head: t("column.received"),
      cell: ({ id, receivedAt }) => (
        <span className="flex">
          <RowLink to={`${here}/deliveries/${id}`}>
            <TimeText at={receivedAt} exact />
          </RowLink>
        </span>
      ),
    },
    { key: "result", head: t("filter.label"), cell: (delivery) => <DeliveryResultTags delivery={delivery} /> },
    {
      key: "alerts",
      head: t("part.signals"),
      numeric: true,
      phone: "labelled",
      cell: (delivery) => number(unskippedSignalsOf(delivery).length),
    },
    {
      key: "size",
      head: t("column.size"),
      numeric: true,
      phone: "labelled",
      cell: ({ size }) => <span className="whitespace-nowrap">{fileSizeText(size, language)}</span>,
    },
    { key: "keys", head: t("column.keys"), cell: (delivery) => <DeliveryKeysText delivery={delivery} lines={1} /> },
  ];
}

/** The list; admins tick deliveries in it to replay them. */
export function DeliveryTable({ deliveries, columns, view, isAllTicked }: DeliveryTableProps) {
  const { t } = useWords();
  const { values = {}, errors = {} } = useFormState("replay") ?? {};
  const isRefused = Object.keys(errors).length > 0;
  const table = { label: t("delivery.section"), columns, rows: deliveries, view };
  if (!useHasRole("admin")) return <ListTable {...table} />;
  const actions = (
    <>
      <Button name="intent" value="replay-several">
        {t("replay.many")}
      </Button>
      <p className="max-w-prose flex-1 basis-60 text-sm text-soft">{t("replay.about")}</p>
    </>
  );
  return (
    <BulkTableForm name="replay" label={t("replay.many")} rows={deliveries.length} actions={actions}>
      <ListTable
        {...table}
        selection={{
          boxName: ({ id }) => boxOf(id),
          rowName: ({ receivedAt }) => utcTitleText(receivedAt),
          isTicked: ({ id }) => isAllTicked || (isRefused && boxOf(id) in values),
        }}
      />
    </BulkTableForm>
  );
}
