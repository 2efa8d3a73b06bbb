import { channelNameField } from "~/notifications/rules/fields";
import { channelEvents } from "~/notifications/rules/notice";
import { useFieldText } from "~/ui/parts/field-text";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import { ChannelDeliveryStateTag, NextAttemptTimeText } from "./channel-parts";
import { useWords } from "./words/words";

export interface ChannelTableRow {
  id: string;
  name: string;
  kind: string;
  kindTitle: string;
  events: readonly string[];
  disabledAt: number | null;
  /** Why it was switched off; null when a person paused it. */
  disabledReason: string | null;
  lastDelivery: { state: string; tries: number; dueAt: number | null; createdAt: number } | null;
}

function ChannelName({ row, slug }: { row: ChannelTableRow; slug: string }) {
  const { t } = useWords();
  const { id, name, disabledAt, disabledReason } = row;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-48">
      <RowLink to={`/manage/${slug}/channels/${id}`}>
        <bdi>{name}</bdi>
      </RowLink>
      {disabledAt === null ? null : (
        <Tag tone={disabledReason ? "alarm" : "neutral"}>{t(disabledReason ? "list.switched_off" : "list.paused")}</Tag>
      )}
      {disabledReason ? <span className="basis-full text-sm font-normal text-soft">{disabledReason}</span> : null}
    </span>
  );
}

/** Returns a function that says how many of all events a channel sends. */
export function useChannelEventCountText(): (row: Pick<ChannelTableRow, "events">) => string {
  const { t } = useWords();
  return ({ events }) => {
    const chosen = channelEvents.filter((each) => events.includes(each)).length;
    return t("list.events", { chosen, total: channelEvents.length });
  };
}

const Sends = ({ row }: { row: ChannelTableRow }) => <span>{useChannelEventCountText()(row)}</span>;

function LastDelivery({ last }: { last: ChannelTableRow["lastDelivery"] }) {
  const { t } = useWords();
  if (last === null) return t("list.nothing_sent");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ChannelDeliveryStateTag state={last.state} tries={last.tries} />
      {last.dueAt !== null && last.tries > 0 ? (
        <NextAttemptTimeText dueAt={last.dueAt} tries={last.tries} />
      ) : (
        <AgoText at={last.createdAt} />
      )}
    </span>
  );
}

/** Channels by name: few enough that nothing sorts or pages them. */
const byName = { sort: { key: "name", descending: false }, params: {} };

export function ChannelTable({ channels, slug }: { channels: readonly ChannelTableRow[]; slug: string }) {
  const { t } = useWords();
  const columns: TableColumn<ChannelTableRow>[] = [
    {
      key: "name",
      head: useFieldText(channelNameField.name).label,
      cell: (row) => <ChannelName row={row} slug={slug} />,
    },
    {
      key: "kind",
      head: t("list.kind"),
      cell: ({ kind, kindTitle }) => <FamilyKindLabel family="channels" kind={kind} title={kindTitle} />,
    },
    { key: "sends", head: t("list.sends"), cell: (row) => <Sends row={row} /> },
    {
      key: "last",
      head: t("list.last_delivery"),
      phone: "labelled",
      cell: ({ lastDelivery }) => <LastDelivery last={lastDelivery} />,
    },
  ];
  return <ListTable label={t("page.list")} columns={columns} rows={channels} view={byName} />;
}
