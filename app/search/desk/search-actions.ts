import { isRoleAtLeast, type Role } from "~/access/actor";
import { sortBySearchRank } from "~/text/search-match";
import { pageMenuItems } from "~/ui/frame/desk-places";
import { wordsIn as frameWordsIn } from "~/ui/frame/words";
import { nounSearchLinks } from "./noun-ways";
import type english from "./words/en.json";
import { wordsIn } from "./words/words";

/** One result, as shown, with its address. */
export interface SearchHit {
  kind: keyof typeof english.kind;
  title: string;
  to: string;
  /** Start of an incident or maintenance. */
  at?: number | null;
  /** State of a monitor or heartbeat, and its target. */
  state?: string | null;
  about?: string;
  /** True for an address outside of management. */
  outside?: boolean;
}

interface PageSearchAction {
  name: keyof typeof english.action;
  /** Path below the page's own address, unless it starts with a slash. */
  to: string;
  need?: Role;
  outside?: boolean;
}

const actions: readonly PageSearchAction[] = [
  ...nounSearchLinks,
  { name: "escalation", to: "settings/escalation", need: "admin" },
  { name: "danger", to: "settings/danger", need: "owner" },
  { name: "bulk", to: "monitors?select=all", need: "admin" },
  { name: "outbox", to: "outbox" },
  { name: "usage", to: "usage", need: "admin" },
  { name: "account", to: "/manage/account" },
  { name: "tokens", to: "/manage/account#tokens" },
  { name: "docs", to: "/api/v1/docs", outside: true },
];

/** The person who searches, and their page. */
export interface Searcher {
  slug: string;
  role: Role;
  language: string;
}

/** Actions that are found by other words than those of their title, too. */
const otherwiseNamed = ["maintenance", "bulk"] as const satisfies readonly (keyof typeof english.also)[];

/** Returns the places of the menu and the actions whose names match and that the person may open. */
export function findPlaceAndActionHits(search: string, { slug, role, language }: Searcher): SearchHit[] {
  const [frame, { t }] = [frameWordsIn(language), wordsIn(language)];
  const places = pageMenuItems(slug, role).map(
    ({ name, to }): SearchHit => ({ kind: "place", title: frame.t(`place.${name}`), to }),
  );
  const all = [
    ...places,
    ...actions
      .filter(({ need = "viewer" }) => isRoleAtLeast(role, need))
      .map(
        ({ name, to, outside = false }): SearchHit => ({
          kind: "action",
          title: t(`action.${name}`),
          to: to.startsWith("/") ? to : `/manage/${slug}/${to}`,
          outside,
        }),
      ),
    { kind: "action" as const, title: t("action.view"), to: `/${slug}`, outside: true },
  ];
  const also = new Map(otherwiseNamed.map((name) => [t(`action.${name}`), t(`also.${name}`)]));
  const searched = ({ title }: SearchHit) => [title, also.get(title)].filter(Boolean).join(" ");
  return search.trim() === "" ? places : sortBySearchRank(all, search, searched).slice(0, 8);
}
