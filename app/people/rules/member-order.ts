import { type Role, roles } from "~/access/actor";
import { foldForSearch } from "~/text/search-match";

/** Facts by which a list of members is sorted and searched. */
export interface MemberFacts {
  personId: string;
  name: string;
  email: string | null;
  role: Role;
  lastSeenAt: number | null;
  joinedAt: number;
}

export const memberSortKeys = ["name", "email", "role", "seen", "joined"] as const;

export interface MemberOrder {
  key: (typeof memberSortKeys)[number];
  descending: boolean;
}

/** Usual order: owners first, viewers last. */
export const defaultMemberOrder: MemberOrder = { key: "role", descending: false };

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** Compares two values of a column. Members without a value come last in both directions. */
function compareValues<Value>(
  one: Value | null,
  other: Value | null,
  { descending, compare }: { descending: boolean; compare: (one: Value, other: Value) => number },
): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return descending ? compare(other, one) : compare(one, other);
}

const byNumber = (one: number, other: number): number => one - other;

function compareBy({ key, descending }: MemberOrder) {
  const texts = { descending, compare: collator.compare };
  const numbers = { descending, compare: byNumber };
  const comparisons: Record<MemberOrder["key"], (one: MemberFacts, other: MemberFacts) => number> = {
    name: (one, other) => compareValues(one.name, other.name, texts),
    email: (one, other) => compareValues(one.email, other.email, texts),
    role: (one, other) => compareValues(-roles.indexOf(one.role), -roles.indexOf(other.role), numbers),
    seen: (one, other) => compareValues(one.lastSeenAt, other.lastSeenAt, numbers),
    joined: (one, other) => compareValues(one.joinedAt, other.joinedAt, numbers),
  };
  return comparisons[key];
}

/** Sorts members by a column; ties are by name, then by id. */
export function sortMembers<Member extends MemberFacts>(members: readonly Member[], order: MemberOrder): Member[] {
  const byColumn = compareBy(order);
  return [...members].sort(
    (one, other) =>
      byColumn(one, other) ||
      collator.compare(one.name, other.name) ||
      (one.personId < other.personId ? -1 : Number(one.personId > other.personId)),
  );
}

/** Members of a role whose name or address has each word. */
export function filterMembers<Member extends MemberFacts>(
  members: readonly Member[],
  { text = "", role = "" }: { text?: string | undefined; role?: string | undefined },
): Member[] {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean);
  return members.filter((member) => {
    const said = foldForSearch(`${member.name} ${member.email ?? ""}`);
    return (role === "" || member.role === role) && words.every((word) => said.includes(word));
  });
}
