import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { BulkForm } from "~/ui/table/bulk-form";
import { type TableFilter, TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, readTableView, selectAllParam } from "~/ui/table/table-view";
import { listWorstFirst, monitorSortKeys } from "../rules/list-order";
import { listMonitors, listUpgradeDifferences } from "../verbs";
import {
  BulkDeleteConfirmForm,
  type BulkDeleteConfirmFormProps,
  useBulkDeletePreview,
  useBulkSelection,
} from "./bulk-list";
import { handleBulkMonitorPost } from "./monitor-actions";
import { MonitorBulkActions, NextRowsLink } from "./monitor-bulk";
import { MonitorList, monitorColumns } from "./monitor-list";
import { shownMonitorStates } from "./monitor-words";
import { PlanUsageNote } from "./plan-usage";
import { UpgradeDifferenceList } from "./reread-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

const viewRules = {
  filters: ["text", "state", "tag", "kind"],
  sorts: monitorSortKeys,
  usual: listWorstFirst,
} as const;

export const loader = pageDeskHandler(async ({ ctx, pageId, pageZone, slug, url, language }) => {
  const view = readTableView(url, viewRules);
  const { text = "", tag = "", kind = "" } = view.params;
  const state = shownMonitorStates.find((each) => each === view.params.state) ?? "";
  const after = url.searchParams.get("after") ?? "";
  const [found, read] = await Promise.all([
    listMonitors(ctx, { pageId, sort: view.sort, text, tag, kind, state, after }),
    listUpgradeDifferences(ctx, { pageId }),
  ]);
  const { monitors, kinds, ...listed } = unwrapOrThrow(found);
  const { row } = adapterWords("monitors", language);
  const reread = unwrapOrThrow(read).map((each) => ({ ...each, detail: refusalText(each.detail, language) }));
  const shown = { monitors: monitors.map(row), kinds: kinds.map(row), reread, first: after === "" };
  return {
    ...listed,
    ...shown,
    view,
    selectsAll: url.searchParams.get(selectAllParam) === "all",
    zone: pageZone,
    slug,
  };
});

export const action = pageDeskHandler(async (desk) => handleBulkMonitorPost(desk, await readPostedForm(desk)));

function FilterForm() {
  const words = useWords();
  const { t } = words;
  const { view, tags, kinds, slug } = useLoaderData<typeof loader>();
  const filters: TableFilter[] = [
    { name: "text", label: t("column.name"), kind: "search" },
    {
      name: "state",
      label: t("column.state"),
      kind: "choice",
      choices: shownMonitorStates.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    { name: "tag", label: t("column.tag"), kind: "choice", choices: tags.map((tag) => ({ value: tag, label: tag })) },
    {
      name: "kind",
      label: t("column.kind"),
      kind: "choice",
      choices: kinds.map(({ kind, kindTitle }) => ({ value: kind, label: kindTitle })),
    },
  ];
  const columns = monitorColumns(words, slug);
  return <TableFilterForm to={`/manage/${slug}/monitors`} view={view} filters={filters} columns={columns} />;
}

function Listed() {
  const { t } = useWords();
  const { monitors, slug, view, selectsAll, tags, zone } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const selection = useBulkSelection("monitor", selectsAll);
  const list = <MonitorList monitors={monitors} slug={slug} view={view} selection={admin ? selection : undefined} />;
  if (!admin) return list;
  const actions = <MonitorBulkActions tags={tags} zone={zone} />;
  return (
    <BulkForm name="bulk" label={t("bulk.form")} rows={monitors.length} actions={actions}>
      {list}
    </BulkForm>
  );
}

function Nothing() {
  const { t } = useWords();
  const { view, first } = useLoaderData<typeof loader>();
  return isFilteredView(view) || !first ? (
    <EmptyState title={t("empty.none_found")} about={t("empty.none_found_about")} />
  ) : (
    <EmptyState title={t("empty.none_yet")}>
      <p>{t("empty.about")}</p>
      <p>{t("empty.first")}</p>
    </EmptyState>
  );
}

function Deletion(given: Omit<BulkDeleteConfirmFormProps, "many" | "says">) {
  const { t } = useWords();
  const asked = { count: given.deleting.length };
  const [title, button] = [t("bulk.delete_title", asked), t("bulk.delete_button", asked)];
  return <BulkDeleteConfirmForm many="monitor" {...given} says={{ title, button, about: t("bulk.delete_about") }} />;
}

export default function MonitorsPage() {
  const { t } = useWords();
  const { monitors, reread, carry, more, view, slug } = useLoaderData<typeof loader>();
  const here = `/manage/${slug}/monitors`;
  const deleting = useBulkDeletePreview();
  if (deleting) return <Deletion {...deleting} />;
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={<PlanUsageNote carry={carry} />} action={add} />
      <UpgradeDifferenceList list={reread} here={here} />
      <FilterForm />
      {monitors.length === 0 ? <Nothing /> : <Listed />}
      <NextRowsLink after={more} view={view} label={t("list.more")} />
    </>
  );
}
