import { searchWordsOf } from "~/text/search-match";
import { dayStart, isCalendarDate, nextDayStart } from "~/time/day";
import { readTableView, type TableView } from "~/ui/table/table-view";
import type { AuditSearchTerm } from "../list";
import { auditActionsWithWord } from "./audit-actions";

/** The filter as given in the address. */
export interface AuditFilterValues {
  /** Free text. */
  search: string;
  /** Id of a person, or `token`, `machine`. */
  who: string;
  kind: string;
  /** Days of the reader's time zone, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

const kinds = ["token", "machine", "visitor"];

const dayIn = (text: string): string => (isCalendarDate(text) ? text : "");

/** Returns the filter in the address. */
export function parseAuditFilter(url: URL): AuditFilterValues {
  const said = (name: string) => url.searchParams.get(name) ?? "";
  return {
    search: said("search").trim().slice(0, 100),
    who: said("who").slice(0, 64),
    kind: said("kind").slice(0, 40),
    from: dayIn(said("from")),
    to: dayIn(said("to")),
  };
}

const mostTerms = 3;

/**
 * Returns each word with the actions whose sentences contain it in the reader's language, because entries are stored in
 * English.
 */
const termsOf = (search: string, language: string): AuditSearchTerm[] =>
  searchWordsOf(search, mostTerms).map((text) => ({ text, actions: auditActionsWithWord(language, text) }));

interface AuditReader {
  timeZone: string;
  language: string;
}

/** Returns the filter in the use case's form; days are those of the reader's time zone. */
export function auditFilterOf(
  { search, who, kind, from, to }: AuditFilterValues,
  { timeZone: zone, language }: AuditReader,
) {
  return {
    ...(search ? { terms: termsOf(search, language) } : {}),
    ...(kinds.includes(who) ? { actorKind: who } : who ? { actorId: who } : {}),
    ...(kind ? { subjectKind: kind } : {}),
    ...(from ? { from: dayStart(zone, from) } : {}),
    ...(to ? { to: nextDayStart(zone, dayStart(zone, to)) } : {}),
  };
}

/** Returns the view in the address: the filter as far as it can be read, and the newest first unless it says otherwise. */
export function auditTableViewOf(url: URL, chosen: AuditFilterValues): TableView {
  const { sort, params } = readTableView(url, {
    filters: [],
    sorts: ["when"],
    usual: { key: "when", descending: true },
  });
  const filter = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ""));
  return { sort, params: { ...filter, ...params } };
}
