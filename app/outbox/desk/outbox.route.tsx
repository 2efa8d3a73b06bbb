import { useLoaderData } from "@remix-run/react";
import { changeTickedRows, rowPageOf } from "~/change/ticked-rows";
import { PageDeploymentHead } from "~/deployment/desk/deployment-head";
import type { RouteGuard } from "~/http/guard";
import { listedNoticeKinds, type OutboxFilter, outboxFilters, outboxWays } from "~/notifications/rules/outbox";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Pager } from "~/ui/parts/pager";
import { formResultResponse, type PostedForm, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { listPathAfter, readPostedRowPlace } from "~/ui/table/following-place";
import { type TableFilter, TableFilterForm } from "~/ui/table/table-filter";
import { isFilteredView, readTableView, selectAllParam } from "~/ui/table/table-view";
import { bulkNotices } from "../several-notices";
import { listNotices } from "../verbs";
import { MailBanner } from "./mail-banner";
import { localiseMailSendingView } from "./mail-in";
import { readTickedNoticeIds } from "./outbox-actions";
import { EmptyOutboxPanel } from "./outbox-parts";
import { OutboxTable, useOutboxColumns } from "./outbox-table";
import { useNoticeKindText, useNoticeWayName } from "./outbox-words";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const viewRules = {
  filters: ["filter", "way", "kind"],
  sorts: ["queued"],
  usual: { key: "queued", descending: true },
};

const filterOf = (text: string | undefined): OutboxFilter => outboxFilters.find((each) => each === text) ?? "all";

/** Reads which notices the URL asks for. */
function noticeListOf({ pageId, url }: PageDeskRequest) {
  const view = readTableView(url, viewRules);
  const { filter, way, kind } = view.params;
  const query = {
    pageId,
    filter: filterOf(filter),
    way: outboxWays.find((each) => each === way),
    kind: listedNoticeKinds.find((each) => each === kind),
    isOldestFirst: !view.sort.descending,
  };
  return { view, query };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url, language } = desk;
  const { view, query } = noticeListOf(desk);
  const before = url.searchParams.get("before") ?? undefined;
  const [listed, views] = await unwrapAllOrThrow(
    listNotices(ctx, { ...query, before }),
    listSavedViewLinks(ctx, { pageId, room: "outbox" }),
  );
  return {
    ...listed,
    mail: localiseMailSendingView(language, listed.mail),
    view,
    views,
    first: before === undefined,
    isAllTicked: url.searchParams.get(selectAllParam) === "all",
    slug,
    here: `/manage/${slug}/outbox`,
  };
});

const steps = {
  "resend-several": { action: "resend", done: "notices-resent" },
  "stop-several": { action: "cancel", done: "notices-stopped" },
} as const;

/** Acts on all ticked notices at once, and returns to the list as it was. */
async function actOnTicked(desk: PageDeskRequest, posted: PostedForm, step: keyof typeof steps) {
  const { ctx, pageId, url } = desk;
  const { action, done } = steps[step];
  const { query } = noticeListOf(desk);
  const changed = await changeTickedRows(ctx, {
    ids: readTickedNoticeIds(posted.fields),
    place: readPostedRowPlace(posted.fields),
    commitId: posted.commitId,
    readPage: async (before) =>
      rowPageOf(await listNotices(ctx, { ...query, before }), ({ notices, before: next }) => ({
        ids: notices.map(({ id }) => id),
        next,
      })),
    change: (ids, commitId) => bulkNotices(ctx, { pageId, ids, action, commitId }),
  });
  return formResultResponse(posted, changed, (reached) => listPathAfter(url, "before", reached), done);
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { intent } = posted;
  return intent === "resend-several" || intent === "stop-several"
    ? actOnTicked(desk, posted, intent)
    : unknownFormResponse(posted);
});

function useOutboxFilters(): TableFilter[] {
  const { t } = useWords();
  const [wayText, kindText] = [useNoticeWayName(), useNoticeKindText()];
  return [
    {
      name: "filter",
      label: t("column.state"),
      kind: "choice",
      choices: outboxFilters.flatMap((value) => (value === "all" ? [] : [{ value, label: t(`filter.${value}`) }])),
    },
    {
      name: "way",
      label: t("list.way"),
      kind: "choice",
      choices: outboxWays.map((value) => ({
        value,
        label: value === "channels" ? t("list.channels") : wayText(value),
      })),
    },
    {
      name: "kind",
      label: t("list.kind"),
      kind: "choice",
      choices: listedNoticeKinds.map((value) => ({ value, label: kindText(value) })),
    },
  ];
}

export default function OutboxPage() {
  const { t } = useWords();
  const { notices, before, mail, view, views, first, isAllTicked, slug, here } = useLoaderData<typeof loader>();
  const columns = useOutboxColumns(here);
  const filters = useOutboxFilters();
  const hasAny = notices.length > 0 || isFilteredView(view) || !first;
  return (
    <>
      <PageDeploymentHead slug={slug} title={t("list.title")} note={t("list.note")} />
      <MailBanner mail={mail} />
      {hasAny ? (
        <>
          <SavedViewLinks room="outbox" slug={slug} view={view} views={views} />
          <TableFilterForm to={here} view={view} filters={filters} columns={columns} />
        </>
      ) : null}
      {notices.length === 0 ? (
        <EmptyOutboxPanel filtered={isFilteredView(view)} />
      ) : (
        <OutboxTable notices={notices} columns={columns} view={view} isAllTicked={isAllTicked} following={before} />
      )}
      <Pager before={before} first={first} keep={view.params} />
    </>
  );
}
