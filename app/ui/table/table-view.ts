/** The order of a list: by one of its columns. */
export interface TableSort {
  key: string;
  descending: boolean;
}

/** The view of a list that its URL describes: a link to the list with these parameters shows the same. */
export interface TableView {
  sort: TableSort;
  /** The parameters that differ from the usual view, without those that page through it. */
  params: Record<string, string>;
}

/** Returns the value of `sort` in a URL: `started`, or `-started` for the last first. */
export const tableSortParam = ({ key, descending }: TableSort): string => `${descending ? "-" : ""}${key}`;

/** Parses such a value; a column that cannot be sorted by gives the usual one. */
export function parseTableSort(text: string | null, keys: readonly string[], usual: TableSort): TableSort {
  const descending = text?.startsWith("-") ?? false;
  const key = text?.slice(descending ? 1 : 0) ?? "";
  return keys.includes(key) ? { key, descending } : usual;
}

interface TableViewRules {
  /** Names of the filters in the URL. */
  filters: readonly string[];
  /** Keys of the columns by which it can be sorted. */
  sorts: readonly string[];
  usual: TableSort;
}

/** Longest value of a filter that is read from a URL. */
const maxFilterLength = 200;

/** Reads a list's view from its URL; unknown parameters and empty filters are left out. */
export function readTableView({ searchParams }: URL, { filters, sorts, usual }: TableViewRules): TableView {
  const sort = parseTableSort(searchParams.get("sort"), sorts, usual);
  const chosen = filters.flatMap((name): [string, string][] => {
    const value = searchParams.get(name)?.trim().slice(0, maxFilterLength) ?? "";
    return value === "" ? [] : [[name, value]];
  });
  const isUsual = tableSortParam(sort) === tableSortParam(usual);
  return { sort, params: Object.fromEntries([...chosen, ...(isUsual ? [] : [["sort", tableSortParam(sort)]])]) };
}

/** Returns the query string of a view with some parameters changed; an empty value takes a parameter out. */
export function tableViewUrlQuery({ params }: TableView, changes: Record<string, string> = {}): string {
  const kept = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== "");
  return `?${new URLSearchParams(kept)}`;
}

/** Name of the URL's parameter by which every box is ticked from the start. */
export const selectAllParam = "select";

/** Name of the URL's parameter that shows the forms of one row instead of the list. */
export const rowFormsParam = "change";

/** Parameters that hold for one look at a list: ticked boxes, a row's forms, and the notice about the last form. */
const passingParams = [
  selectAllParam,
  rowFormsParam,
  "done",
  "undo",
  "unwatched",
  "left",
  "following_done",
  "following_left",
];

/**
 * Returns path and query of the list as it is shown, its place among the pages included: forms post to it, and their
 * answers lead back to it.
 */
export function listViewPath(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  changes: Record<string, string> = {},
): string {
  const params = new URLSearchParams(search);
  for (const name of passingParams) params.delete(name);
  for (const [name, value] of Object.entries(changes)) params.set(name, value);
  return params.size === 0 ? pathname : `${pathname}?${params}`;
}

/** True when it shows less than the whole list. */
export const isFilteredView = ({ params }: TableView): boolean => Object.keys(params).some((name) => name !== "sort");
