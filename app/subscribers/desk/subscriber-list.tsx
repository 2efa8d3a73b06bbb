import { Button } from "~/ui/parts/button";
import { useFormState } from "~/ui/parts/form";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { TableView } from "~/ui/table/table-view";
import type { SubscriberView } from "../subscriber-view";
import { subscriberBoxName } from "./subscriber-box";
import { subscriberNameText, subscriberStateText, subscriberWayText, subscriptionScopeText } from "./subscriber-texts";
import { useWords } from "./words/words";

/** A subscriber with texts in the reader's language, as the loader returns it. */
export type ListedSubscriber = Omit<SubscriberView, "quarantineReason" | "pausedReason"> & {
  quarantineReason: string | null;
  pausedReason: string | null;
};

const stateTones = { pending: "waiting", quarantined: "alarm", paused: "waiting" } as const;

function StateCell({ subscriber }: { subscriber: ListedSubscriber }) {
  const { state, pausedReason, quarantineReason } = subscriber;
  const shownState = pausedReason === null ? state : "paused";
  const text = subscriberStateText(useWords(), shownState);
  const tone = Object.entries(stateTones).find(([name]) => name === shownState)?.[1];
  const reason = quarantineReason ?? pausedReason;
  return (
    <>
      {state === "active" && pausedReason === null ? text : <Tag {...(tone ? { tone } : {})}>{text}</Tag>}
      {reason ? <p className="max-w-80 pt-0.5 text-sm text-soft wrap-anywhere">{reason}</p> : null}
    </>
  );
}

/** Shows the product from which they were imported, with the time of their consent if it is known. */
function ImportedText({ origin, at }: { origin: string; at: number | null }) {
  const { say } = useWords();
  const product = <bdi>{origin}</bdi>;
  return (
    <>
      {at === null
        ? say("list.imported", { origin: product })
        : say("list.imported_consent", { origin: product, at: <TimeText at={at} /> })}
    </>
  );
}

/** Time at which they confirmed, or at which their confirmation request was sent or will be. */
function ConfirmedCell({ subscriber }: { subscriber: ListedSubscriber }) {
  const { state, askedAt, confirmedAt, importedFrom, consentedAt } = subscriber;
  const { say } = useWords();
  const { now } = useViewer();
  if (importedFrom !== null) return <ImportedText origin={importedFrom} at={consentedAt} />;
  if (state === "pending" && askedAt !== null)
    return <>{say(askedAt > now ? "list.to_ask" : "list.asked", { at: <TimeText at={askedAt} /> })}</>;
  return confirmedAt === null ? <span aria-hidden="true">–</span> : <TimeText at={confirmedAt} />;
}

function AddressCell({ subscriber: { kind, address } }: { subscriber: ListedSubscriber }) {
  const words = useWords();
  const name = address ?? (kind === "email" ? words.t("list.erased") : subscriberWayText(words, kind));
  return <bdi className="font-medium break-all">{name}</bdi>;
}

/** Columns of the list; what a search finds is sorted by address. */
export function useSubscriberColumns(
  names: Record<string, string>,
  { searched }: { searched: boolean },
): TableColumn<ListedSubscriber>[] {
  const words = useWords();
  const { t } = words;
  return [
    {
      key: "address",
      head: t("column.address"),
      cell: (row) => <AddressCell subscriber={row} />,
    },
    {
      key: "kind",
      head: t("filter.kind"),
      cell: ({ kind }) => <span className="text-sm">{subscriberWayText(words, kind)}</span>,
    },
    { key: "state", head: t("filter.state"), cell: (row) => <StateCell subscriber={row} /> },
    {
      key: "scope",
      head: t("filter.scope"),
      cell: (row) => <span className="text-sm">{subscriptionScopeText(words, row, names)}</span>,
    },
    {
      key: "added",
      head: t("column.added"),
      phone: "labelled",
      ...(searched ? {} : { sorts: "ascending" as const }),
      cell: ({ createdAt }) => (
        <span className="text-sm">
          <TimeText at={createdAt} />
        </span>
      ),
    },
    {
      key: "confirmed",
      head: t("column.confirmed"),
      phone: "labelled",
      cell: (row) => (
        <span className="text-sm">
          <ConfirmedCell subscriber={row} />
        </span>
      ),
    },
  ];
}

/** Shows the actions for the subscribers listed, by their states; an action that applies to nobody is not offered. */
function ActionButtons({ subscribers, mail }: { subscribers: readonly ListedSubscriber[]; mail: boolean }) {
  const { t } = useWords();
  const some = (fits: (subscriber: ListedSubscriber) => boolean) => subscribers.some(fits);
  const offered = [
    // An import sends one confirmation request, which is not sent again.
    ["resend", mail && some(({ state, askedAt }) => state === "pending" && askedAt === null)],
    ["release", some(({ state }) => state === "quarantined")],
    ["unsubscribe", some(({ state }) => state !== "unsubscribed")],
  ] as const;
  return (
    <>
      {offered.map(([intent, fits]) =>
        fits ? (
          <Button key={intent} name="intent" value={intent}>
            {t(`deed.${intent}`)}
          </Button>
        ) : null,
      )}
      <Button look="danger" name="intent" value="remove">
        {t("deed.open_remove")}
      </Button>
    </>
  );
}

interface SubscriberListProps {
  subscribers: readonly ListedSubscriber[];
  columns: readonly TableColumn<ListedSubscriber>[];
  view: TableView;
  admin: boolean;
  mail: boolean;
  selectsAll: boolean;
  /** Place of the rows after these; null = none. */
  following: string | null;
}

export function SubscriberTable(props: SubscriberListProps) {
  const { subscribers, columns, view, admin, mail, selectsAll, following } = props;
  const words = useWords();
  const { t } = words;
  const ticked = useFormState("bulk")?.values;
  const selection = {
    boxName: ({ id }: ListedSubscriber) => subscriberBoxName(id),
    rowName: (row: ListedSubscriber) => subscriberNameText(words, row),
    isTicked: ({ id }: ListedSubscriber) => selectsAll || ticked?.[subscriberBoxName(id)] !== undefined,
  };
  const table = (
    <ListTable
      label={t("list.title")}
      columns={columns}
      rows={subscribers}
      view={view}
      selection={admin ? selection : undefined}
    />
  );
  if (!admin) return table;
  return (
    <BulkTableForm
      name="bulk"
      label={t("several.form")}
      rows={subscribers.length}
      following={following}
      actions={<ActionButtons subscribers={subscribers} mail={mail} />}
    >
      {table}
    </BulkTableForm>
  );
}
