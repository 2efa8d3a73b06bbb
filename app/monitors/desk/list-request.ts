import { readTableView, selectAllParam, type TableView } from "~/ui/table/table-view";
import type { ObserverListSort } from "../rules/list-order";

interface WatchedListRequest<Key extends string> {
  view: TableView;
  sort: ObserverListSort<Key>;
  filter: { text?: string; state?: string; tag?: string; kind?: string };
  /** Key of the last row of the page before; empty = the first page. */
  after: string;
  selectsAll: boolean;
}

/** Reads which monitors or heartbeats a URL asks for. */
export function readObserverListRequest<Key extends string>(
  url: URL,
  sorts: readonly Key[],
  usual: ObserverListSort<Key>,
): WatchedListRequest<Key> {
  const view = readTableView(url, { filters: ["text", "state", "tag", "kind"], sorts, usual });
  const key = sorts.find((each) => each === view.sort.key) ?? usual.key;
  const { sort: _sort, ...filter } = view.params;
  return {
    view,
    sort: { key, descending: view.sort.descending },
    filter,
    after: url.searchParams.get("after") ?? "",
    selectsAll: url.searchParams.get(selectAllParam) === "all",
  };
}
