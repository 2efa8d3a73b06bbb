import { useActionData, useLoaderData } from "@remix-run/react";
import { deliveryOutcomes } from "~/alerts/rules/delivery-outcome";
import type { RouteGuard } from "~/http/guard";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { readPostedForm } from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { type TableFilter, TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, readTableView, selectAllParam } from "~/ui/table/table-view";
import { listDeliveries } from "../list-deliveries";
import { readSource } from "../read";
import { DeliveryTable, useDeliveryColumns } from "./delivery-table";
import { handleDeliveriesPost } from "./replay-actions";
import { type ReplayActionData, ReplayResultBanner } from "./replay-outcome";
import { sourceTrail } from "./source-trail";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = {
  guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard,
  trail: sourceTrail,
};

export const meta = translatedPageTitleMeta(wordsIn, "delivery.section");

/** The only order: our ids and those of senders are read by two indexes, both by time. */
const usual = { key: "received", descending: true };

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const sourceId = routeParam(desk, "id");
  const view = readTableView(url, { filters: ["text", "outcome"], sorts: [], usual });
  const outcome = deliveryOutcomes.find((each) => each === view.params.outcome);
  const text = view.params.text?.slice(0, 100) ?? "";
  const before = url.searchParams.get("before") ?? undefined;
  const [{ source }, listed, views] = await unwrapAllOrThrow(
    readSource(ctx, { pageId, id: sourceId }),
    listDeliveries(ctx, { pageId, sourceId, outcome, text, before: before?.slice(0, 200) }),
    listSavedViewLinks(ctx, { pageId, room: "deliveries" }),
  );
  return {
    ...listed,
    name: source.name,
    view,
    views,
    slug,
    sourceId,
    isAllTicked: url.searchParams.get(selectAllParam) === "all",
    first: before === undefined,
    here: `/manage/${slug}/sources/${sourceId}`,
  };
});

export const action = pageDeskHandler(async (desk) => handleDeliveriesPost(desk, await readPostedForm(desk)));

function useDeliveryFilters(): TableFilter[] {
  const { t } = useWords();
  const choices = deliveryOutcomes.map((value) => ({ value, label: t(`filter.${value}`) }));
  return [
    { name: "text", label: t(useHasRole("admin") ? "filter.text" : "filter.text_in_keys"), kind: "search" },
    { name: "outcome", label: t("filter.label"), kind: "choice", choices },
  ];
}

/** The list, or why it is empty. */
function DeliveryRows({ columns }: { columns: ReturnType<typeof useDeliveryColumns> }) {
  const { t } = useWords();
  const { deliveries, days, view, isAllTicked } = useLoaderData<typeof loader>();
  if (deliveries.length > 0)
    return <DeliveryTable deliveries={deliveries} columns={columns} view={view} isAllTicked={isAllTicked} />;
  return isFilteredView(view) ? (
    <EmptyState title={t("filter.none")} about={t("filter.none_about")} />
  ) : (
    <EmptyState title={t("delivery.none")} about={t("delivery.none_about", { count: days })} />
  );
}

export default function DeliveriesPage() {
  const { t, say } = useWords();
  const { name, before, first, here, view, views, slug, sourceId, lookedTo } = useLoaderData<typeof loader>();
  const state = useActionData() as ReplayActionData | undefined;
  const columns = useDeliveryColumns(here);
  return (
    <>
      <PageHead title={t("delivery.section")} note={<bdi>{name}</bdi>} />
      <ReplayResultBanner state={state} />
      <SavedViewLinks room="deliveries" place={sourceId} slug={slug} view={view} views={views} />
      <TableFilterForm to={`${here}/deliveries`} view={view} filters={useDeliveryFilters()} columns={columns} />
      <DeliveryRows columns={columns} />
      {lookedTo === null ? null : (
        <p className="text-soft">{say("filter.looked_to", { at: <TimeText at={lookedTo} /> })}</p>
      )}
      <Pager before={before} first={first} keep={view.params} />
    </>
  );
}
