import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView } from "~/ui/table/table-view";
import { listMonitors, listUpgradeDifferences } from "../verbs";
import { BulkDeleteConfirmForm, type BulkDeleteConfirmFormProps, useBulkDeletePreview } from "./bulk-list";
import { handleBulkMonitorPost, monitorListOf } from "./monitor-actions";
import { MonitorBulkActionBar, NextRowsLink } from "./monitor-bulk";
import { listedMonitorOf, monitorTableColumns } from "./monitor-list";
import { shownMonitorStates } from "./monitor-words";
import { PlanUsageText } from "./plan-usage";
import { UpgradeDifferenceBanner } from "./reread-list";
import { ObserverTable, observerTableFilters } from "./watched-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone, slug, language } = desk;
  const { view, query, after, selectsAll } = monitorListOf(desk);
  const [found, read, views] = await Promise.all([
    listMonitors(ctx, { ...query, after }),
    listUpgradeDifferences(ctx, { pageId }),
    listSavedViewLinks(ctx, { pageId, room: "monitors" }),
  ]);
  const { monitors, kinds, ...listed } = unwrapOrThrow(found);
  const { row } = adapterWords("monitors", language);
  const reread = unwrapOrThrow(read).map((each) => ({ ...each, detail: refusalText(each.detail, language) }));
  const shown = { monitors: monitors.map((each) => row(listedMonitorOf(each))), kinds: kinds.map(row), reread };
  return {
    ...listed,
    ...shown,
    view,
    views: unwrapOrThrow(views),
    selectsAll,
    first: after === "",
    zone: pageZone,
    slug,
  };
});

export const action = pageDeskHandler(async (desk) => handleBulkMonitorPost(desk, await readPostedForm(desk)));

function FilterForm() {
  const words = useWords();
  const { t } = words;
  const { view, tags, kinds, slug } = useLoaderData<typeof loader>();
  const filters = observerTableFilters(tags, {
    text: t("column.name"),
    state: t("column.state"),
    tag: t("column.tag"),
    kind: t("column.kind"),
    states: Object.fromEntries(shownMonitorStates.map((state) => [state, t(`state.${state}`)])),
    kinds: Object.fromEntries(kinds.map(({ kind, kindTitle }) => [kind, kindTitle])),
  });
  const columns = monitorTableColumns(words, slug);
  return <TableFilterForm to={`/manage/${slug}/monitors`} view={view} filters={filters} columns={columns} />;
}

function Listed() {
  const words = useWords();
  const { monitors, more, slug, view, selectsAll, tags, zone } = useLoaderData<typeof loader>();
  return (
    <ObserverTable
      family="monitor"
      label={words.t("page.list")}
      columns={monitorTableColumns(words, slug)}
      rows={monitors}
      view={view}
      selectsAll={selectsAll}
      following={more}
      bulk={{ label: words.t("bulk.form"), actions: <MonitorBulkActionBar tags={tags} zone={zone} /> }}
    />
  );
}

function Nothing() {
  const { t } = useWords();
  const { view, first, slug } = useLoaderData<typeof loader>();
  return isFilteredView(view) || !first ? (
    <EmptyState title={t("empty.none_found")} about={t("empty.none_found_about")} />
  ) : (
    <EmptyState title={t("empty.none_yet")}>
      <p>{t("empty.about")}</p>
      <p>{t("empty.first")}</p>
      <AddLink to={`/manage/${slug}/monitors/new`}>{t("page.new")}</AddLink>
    </EmptyState>
  );
}

function Deletion(given: Omit<BulkDeleteConfirmFormProps, "many" | "says">) {
  const { t } = useWords();
  const asked = { count: given.deleting.length };
  const [title, button] = [t("bulk.delete_title", asked), t("bulk.delete_button", asked)];
  return (
    <BulkDeleteConfirmForm many="monitor" {...given} says={{ title, button, about: t("bulk.delete_about", asked) }} />
  );
}

export default function MonitorsPage() {
  const { t } = useWords();
  const { monitors, reread, carry, more, view, views, first, slug } = useLoaderData<typeof loader>();
  const here = `/manage/${slug}/monitors`;
  const deleting = useBulkDeletePreview();
  if (deleting) return <Deletion {...deleting} />;
  // A list without monitors needs no filter and no counts; its own link creates the first.
  if (monitors.length === 0 && first && !isFilteredView(view)) {
    return (
      <>
        <PageHead title={t("page.list")} />
        <Nothing />
      </>
    );
  }
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={<PlanUsageText carry={carry} />} action={add} />
      <UpgradeDifferenceBanner list={reread} here={here} />
      <SavedViewLinks room="monitors" slug={slug} view={view} views={views} />
      <FilterForm />
      {monitors.length === 0 ? <Nothing /> : <Listed />}
      <NextRowsLink after={more} view={view} label={t("list.more")} />
    </>
  );
}
