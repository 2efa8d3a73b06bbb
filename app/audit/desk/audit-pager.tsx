import { Pager } from "~/ui/parts/pager";
import type { TableView } from "~/ui/table/table-view";
import { useWords } from "./words/words";

interface AuditPagerProps {
  before: string | null;
  first: boolean;
  view: TableView;
}

/** Links to the rest of the log, in the order in which it is sorted. */
export function AuditPager({ before, first, view }: AuditPagerProps) {
  const { t } = useWords();
  const words = view.sort.descending ? undefined : { first: t("list.oldest"), on: t("list.newer") };
  return <Pager before={before} first={first} keep={view.params} {...(words ? { words } : {})} />;
}
