import { isFilteredView, readTableView, type TableSort, type TableView } from "~/ui/table/table-view";
import { type ComponentSortKey, componentSortKeys, isComponentSortKey } from "../rules/component-table";

/** The page's own order, which no column has. */
export const pageOrderTableSort: TableSort = { key: "order", descending: false };

const sorts = componentSortKeys.filter((key) => key !== "order");

export interface ComponentListView {
  view: TableView;
  sort: { key: ComponentSortKey; descending: boolean };
  isInOrder: boolean;
  /** True when no filter leaves anything out. */
  isWhole: boolean;
}

/** Reads what the list shows from its URL. */
export function readComponentListView(url: URL): ComponentListView {
  const view = readTableView(url, { filters: ["text", "group", "status", "watch"], sorts, usual: pageOrderTableSort });
  const { key, descending } = view.sort;
  const sort = isComponentSortKey(key) ? { key, descending } : { key: "order" as const, descending };
  return { view, sort, isInOrder: sort.key === "order", isWhole: !isFilteredView(view) };
}
