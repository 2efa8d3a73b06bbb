import type { ReactNode } from "react";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText, TimeText } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import { TableFilterForm } from "~/ui/table/table-filter";
import { NoRowsFoundPanel } from "~/ui/table/table-pager";
import type { TableView } from "~/ui/table/table-view";
import type { MemberSignInSummary } from "../memberships/access";
import type { MemberView } from "../memberships/verbs";
import { MemberFormsLink } from "./member-forms";
import { useAllRoleChoices } from "./role-choices";
import { useWords } from "./words/words";

/** A member as the list has them; how they sign in is for admins. */
export type ListedMember = MemberView & MemberSignInSummary & { id: string };

export interface MemberListReader {
  /** True for those who see addresses and how members sign in. */
  admin: boolean;
  owner: boolean;
}

const orNone = (value: ReactNode): ReactNode => value ?? <span aria-hidden="true">–</span>;

function NameCell({ member }: { member: ListedMember }) {
  const { t } = useWords();
  return (
    <span className="flex flex-wrap items-center gap-2 font-medium">
      <bdi>{member.name}</bdi>
      {member.you ? <Tag tone="good">{t("member.you")}</Tag> : null}
      {member.hasPasskey ? <Tag>{t("member.passkey")}</Tag> : null}
    </span>
  );
}

/** Columns for those who see how members came in and sign in. */
function useAccessColumns(): TableColumn<ListedMember>[] {
  const { t } = useWords();
  return [
    {
      key: "seen",
      head: t("column.seen"),
      sorts: "descending",
      phone: "labelled",
      cell: ({ lastSeenAt }) => orNone(lastSeenAt === null ? null : <AgoText at={lastSeenAt} />),
    },
    {
      key: "inviter",
      head: t("column.inviter"),
      phone: "labelled",
      cell: ({ inviter }) => orNone(inviter === null ? null : <bdi>{inviter}</bdi>),
    },
  ];
}

export function useMemberColumns({ admin, owner }: MemberListReader): TableColumn<ListedMember>[] {
  const { t } = useWords();
  const parts = usePartWords();
  const access = useAccessColumns();
  const email: TableColumn<ListedMember> = {
    key: "email",
    head: t("column.email"),
    sorts: "ascending",
    phone: "labelled",
    cell: (member) => orNone(member.email === null ? null : <span className="break-all">{member.email}</span>),
  };
  const change: TableColumn<ListedMember> = {
    key: "change",
    head: t("member.change"),
    cell: (member) => <MemberFormsLink member={member} />,
  };
  return [
    {
      key: "name",
      head: t("column.name"),
      sorts: "ascending",
      cell: (member) => <NameCell member={member} />,
    },
    ...(admin ? [email] : []),
    { key: "role", head: t("invite.role"), sorts: "ascending", cell: ({ role }) => parts.t(`role.${role}`) },
    ...(admin ? access : []),
    {
      key: "joined",
      head: t("column.joined"),
      sorts: "ascending",
      phone: "labelled",
      cell: ({ joinedAt }) => <TimeText at={joinedAt} />,
    },
    ...(owner ? [change] : []),
  ];
}

interface MemberListProps {
  members: ListedMember[];
  columns: readonly TableColumn<ListedMember>[];
  view: TableView;
  /** Path of the page. */
  here: string;
}

/** The page's team, with its filter; it is read whole and sorted by any column. */
export function MemberTable({ members, columns, view, here }: MemberListProps) {
  const { t } = useWords();
  const roles = useAllRoleChoices();
  const filters = [
    { name: "text", label: t("filter.text"), kind: "search" },
    { name: "role", label: t("invite.role"), kind: "choice", choices: roles },
  ] as const;
  return (
    <>
      <TableFilterForm to={here} view={view} filters={filters} columns={columns} />
      {members.length === 0 ? (
        <NoRowsFoundPanel title={t("member.no_match")} to={here} seeAll={t("member.see_all")} />
      ) : (
        <ListTable label={t("page.title")} columns={columns} rows={members} view={view} />
      )}
    </>
  );
}
