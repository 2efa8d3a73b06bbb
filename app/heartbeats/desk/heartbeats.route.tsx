import { useLoaderData } from "@remix-run/react";
import { rowPageOf } from "~/change/ticked-rows";
import type { RouteGuard } from "~/http/guard";
import { fieldText } from "~/i18n/field-text";
import {
  BulkDeleteConfirmForm,
  type BulkDeleteConfirmFormProps,
  useBulkDeletePreview,
} from "~/monitors/desk/bulk-list";
import { readObserverListRequest } from "~/monitors/desk/list-request";
import { handleBulkPost } from "~/monitors/desk/many-actions";
import { NextRowsLink, ObserverBulkActionBar } from "~/monitors/desk/monitor-bulk";
import { ObserverTable, observerTableFilters } from "~/monitors/desk/watched-list";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { AddLink } from "~/ui/frame/add-link";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import { formResultResponse, type PostedForm, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { TableFilterForm } from "~/ui/table/table-filter";
import { bulkChangeHeartbeats } from "../bulk";
import { rotatePingKey } from "../ping-key";
import { heartbeatScheduleFields } from "../rules/fields";
import { heartbeatSortKeys, heartbeatsWorstFirst } from "../rules/heartbeat-order";
import { listHeartbeats } from "../verbs";
import { heartbeatTableColumns } from "./heartbeat-list";
import { heartbeatFilterStates } from "./heartbeat-words";
import { PingKeyPanel } from "./ping-key-panel";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

const listRequestOf = ({ url }: PageDeskRequest) =>
  readObserverListRequest(url, heartbeatSortKeys, heartbeatsWorstFirst);

/** Applies one action to the ticked heartbeats, or to all that match. */
function handleBulkHeartbeatPost(desk: PageDeskRequest, posted: PostedForm) {
  const { ctx, pageId } = desk;
  const { filter, sort } = listRequestOf(desk);
  const readPage = async (after: string) =>
    rowPageOf(
      await listHeartbeats(ctx, { pageId, page: { sort, after }, ...filter }),
      ({ heartbeats, more: next }) => ({
        ids: heartbeats.map(({ id }) => id),
        next,
      }),
    );
  return handleBulkPost(desk, posted, { many: "heartbeat", readPage, act: bulkChangeHeartbeats });
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone, slug } = desk;
  const { filter, sort, after, ...shown } = listRequestOf(desk);
  const [listed, views] = await unwrapAllOrThrow(
    listHeartbeats(ctx, { pageId, page: { sort, after }, ...filter }),
    listSavedViewLinks(ctx, { pageId, room: "heartbeats" }),
  );
  const here = `/manage/${slug}/heartbeats`;
  return { ...listed, ...shown, views, zone: pageZone, origin: ctx.config.origin, slug, here };
});

/** Handles the bulk form for ticked rows, and the two forms that create the page's first ping key or a new one. */
export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "bulk") return handleBulkHeartbeatPost(desk, posted);
  const again = posted.intent === "rotate-ping-key";
  if (!again && posted.intent !== "make-ping-key") return unknownFormResponse(posted);
  const refused = again ? missingConfirmationErrors(posted) : null;
  if (refused) return refused;
  const { pageId, slug } = desk;
  const made = await rotatePingKey(desk.ctx, { pageId, version: posted.version, commitId: posted.commitId });
  return formResultResponse(
    posted,
    made,
    `/manage/${slug}/heartbeats`,
    again ? "ping-key-rotated" : "ping-key-created",
  );
});

function Nothing() {
  const { t } = useWords();
  const { total } = useLoaderData<typeof loader>();
  return total > 0 ? (
    <EmptyState title={t("empty.none_found")} about={t("empty.none_found_about")} />
  ) : (
    <EmptyState title={t("empty.none_yet")} about={t("empty.about")} />
  );
}

function KeyPart() {
  const { t } = useWords();
  const { pingKey, origin, here } = useLoaderData<typeof loader>();
  return (
    <Section title={t("key.section")}>
      <EditConflictSection form="make-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <EditConflictSection form="rotate-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <PingKeyPanel pingKey={pingKey} origin={origin} />
    </Section>
  );
}

function FilterForm() {
  const words = useWords();
  const { t, language } = words;
  const { view, tags, slug, here } = useLoaderData<typeof loader>();
  const filters = observerTableFilters(tags, {
    text: t("list.filter"),
    state: t("column.state"),
    tag: t("column.tag"),
    kind: t("column.schedule"),
    states: Object.fromEntries(heartbeatFilterStates.map((state) => [state, t(`state.${state}`)])),
    kinds: fieldText(heartbeatScheduleFields.scheduleKind, language).choices,
  });
  return <TableFilterForm to={here} view={view} filters={filters} columns={heartbeatTableColumns(words, slug)} />;
}

function Listed() {
  const words = useWords();
  const { heartbeats, more, slug, zone, view, selectsAll } = useLoaderData<typeof loader>();
  const actions = <ObserverBulkActionBar zone={zone} />;
  const list = { columns: heartbeatTableColumns(words, slug), rows: heartbeats, view, selectsAll, following: more };
  const bulk = { label: words.t("bulk.form"), actions };
  return <ObserverTable family="heartbeat" label={words.t("page.list")} {...list} bulk={bulk} />;
}

function Deletion({ deleting, ...going }: Omit<BulkDeleteConfirmFormProps, "many" | "says">) {
  const { t } = useWords();
  const count = deleting.length;
  const says = {
    title: t("bulk.delete_title", { count }),
    about: t("bulk.delete_about", { count }),
    button: t("bulk.delete_button", { count }),
  };
  return <BulkDeleteConfirmForm many="heartbeat" deleting={deleting} {...going} says={says} />;
}

export default function HeartbeatsPage() {
  const { t } = useWords();
  const { heartbeats, total, more, view, views, slug, here } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const deleting = useBulkDeletePreview();
  if (deleting) return <Deletion {...deleting} />;
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      <SavedViewLinks room="heartbeats" slug={slug} view={view} views={views} />
      {total > 0 ? <FilterForm /> : null}
      {heartbeats.length === 0 ? <Nothing /> : <Listed />}
      <NextRowsLink after={more} view={view} label={t("list.more")} />
      {admin ? <KeyPart /> : null}
    </>
  );
}
