import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink, ButtonLinks } from "~/ui/parts/button";
import { EditConflictSection } from "~/ui/parts/conflict";
import { PostForm, useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead } from "~/ui/parts/list";
import {
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { BulkTableForm } from "~/ui/table/bulk-form";
import { selectAllParam } from "~/ui/table/table-view";
import { listComponentTable } from "../list-table";
import { filterComponents, sortComponents } from "../rules/component-table";
import { restoreComponent } from "../verbs";
import { ArchiveConfirmForm, useArchivePreview } from "./archive-confirm";
import { ArchivedComponentsFold } from "./archived-list";
import { handleComponentBulkPost } from "./bulk-actions";
import { ComponentBulkActionBar } from "./component-bulk";
import { AffectedLink, ComponentFilterForm, NoComponentsFoundPanel, PageOrderLink } from "./component-filter";
import { ComponentTable } from "./component-table";
import { readComponentListView } from "./list-view";
import { allowedMovesByComponent, listedComponentOf } from "./listed-component";
import { handleOrderPost } from "./order-actions";
import { OrderSwitch, orderFormId } from "./order-buttons";
import { parsePostedMove } from "./posted-move";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, pageZone, url }) => {
  const [{ components, ...listed }, views] = await unwrapAllOrThrow(
    listComponentTable(ctx, { pageId }),
    listSavedViewLinks(ctx, { pageId, room: "components" }),
  );
  const { sort, ...shown } = readComponentListView(url);
  const found = filterComponents(components, listed.groups, shown.view.params);
  const moves = shown.isInOrder && shown.isWhole ? allowedMovesByComponent(components) : new Map<string, never>();
  const rows = sortComponents(found, sort).map((row) => listedComponentOf(row, moves.get(row.id) ?? [], ctx.now()));
  const isEmpty = components.length === 0 && listed.groups.length === 0;
  const selectsAll = url.searchParams.get(selectAllParam) === "all";
  return { ...listed, ...shown, views, components: rows, isEmpty, selectsAll, slug, zone: pageZone };
});

async function restore({ ctx, pageId, slug }: PageDeskRequest, posted: PostedForm) {
  const { version, commitId } = posted;
  const put = await restoreComponent(ctx, { pageId, id: readPostedText(posted.fields, "id"), version, commitId });
  return formResultResponse(posted, put, `/manage/${slug}/components`, "component-restored");
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "restore") return restore(desk, posted);
  if (posted.intent === "bulk") return handleComponentBulkPost(desk, posted);
  return posted.intent === "order" ? handleOrderPost(desk, posted) : unknownFormResponse(posted);
});

type ComponentListData = ReturnType<typeof useLoaderData<typeof loader>>;

function Teaching({ slug, editable }: { slug: string; editable: boolean }) {
  const { t } = useWords();
  return (
    <EmptyState title={t("list.empty")}>
      <p>{t("list.empty_hint")}</p>
      {editable ? <ButtonLink to={`/manage/${slug}/components/several`}>{t("several.title")}</ButtonLink> : null}
    </EmptyState>
  );
}

/** Shows that someone else changed what was moved or restored. */
function ListConflicts({ groups, components, archived, slug }: ComponentListData) {
  const moved = useFormState("order")?.values;
  const { id } = parsePostedMove(moved?.group ?? moved?.move ?? "");
  const version = [...groups, ...components].find((each) => each.id === id)?.version ?? 0;
  const restoring = archived.map((each) => ({ form: `restore-${each.id}`, version: each.version }));
  return [{ form: "order", version }, ...restoring].map((each) => (
    <EditConflictSection key={each.form} {...each} fields={[]} keepTo={`/manage/${slug}/components`} />
  ));
}

function ListedComponents(data: ComponentListData) {
  const { t } = useWords();
  const { components, groups, view, views, days, selectsAll, isInOrder, isWhole, slug, zone } = data;
  const responder = useHasRole("responder");
  const isMovable = useHasRole("admin") && isInOrder && isWhole;
  const affected = components.filter((each) => each.effective !== "operational" && !each.isUnmonitored).length;
  const here = `/manage/${slug}`;
  const table = (
    <ComponentTable
      components={components}
      groups={groups}
      view={view}
      here={here}
      days={days}
      selectsAll={selectsAll}
      isInOrder={isInOrder}
      isWhole={isWhole}
    />
  );
  return (
    <>
      <SavedViewLinks room="components" slug={slug} view={view} views={views} />
      <ComponentFilterForm groups={groups} view={view} days={days} here={here} />
      {isInOrder ? null : <PageOrderLink view={view} />}
      {isWhole ? <AffectedLink view={view} count={affected} /> : null}
      {isMovable ? <OrderSwitch /> : null}
      {/* The buttons of the order stand in the table, which is in another form. */}
      <PostForm id={orderFormId} name="order" typing={false} className="contents">
        {null}
      </PostForm>
      {components.length === 0 && !isWhole ? <NoComponentsFoundPanel to={`${here}/components`} /> : null}
      {components.length === 0 && !isWhole ? null : responder && components.length > 0 ? (
        <BulkTableForm
          name="bulk"
          label={t("bulk.form")}
          rows={components.length}
          actions={<ComponentBulkActionBar groups={groups} zone={zone} />}
        >
          {table}
        </BulkTableForm>
      ) : (
        table
      )}
    </>
  );
}

export default function ManageComponentsPage() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const archiving = useArchivePreview();
  const { archived, isEmpty, slug } = data;
  const editable = useHasRole("admin");
  const here = `/manage/${slug}`;
  const ways = [
    [`${here}/groups/new`, t("new_group.title")],
    [`${here}/components/several`, t("several.title")],
    [`${here}/components/new`, t("new.title")],
  ] as const;
  if (archiving) return <ArchiveConfirmForm {...archiving} />;
  return (
    <>
      <PageHead title={t("list.title")} action={editable ? <ButtonLinks links={ways} /> : null} />
      <ListConflicts {...data} />
      {isEmpty ? <Teaching slug={slug} editable={editable} /> : <ListedComponents {...data} />}
      <ArchivedComponentsFold components={archived} editable={editable} />
    </>
  );
}
