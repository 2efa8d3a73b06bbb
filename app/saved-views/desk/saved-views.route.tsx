import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { Card, EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink, Section } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { savedViewFields } from "../rules/fields";
import { savedViewUrlQuery } from "../rules/saved-view";
import { toSavedViewRoom } from "../rules/saved-view-room";
import { createSavedView, listSavedViews, type SavedViewView } from "../verbs";
import { savedViewAddress } from "./saved-view-address";
import { SavedViewForm, savedViewFormName, savedViewsPath } from "./saved-view-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => ({
  views: unwrapOrThrow(await listSavedViews(ctx, { pageId })),
  slug,
}));

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  if (posted.intent !== savedViewFormName) return unknownFormResponse(posted);
  const { commitId, values } = posted;
  const saved = await createSavedView(ctx, { pageId, commitId, ...parseFieldValues(savedViewFields, values) });
  const { room, query = "", place } = values;
  const list = savedViewAddress(slug, { room: toSavedViewRoom(room) ?? "incidents", query, place });
  return formResultResponse(posted, saved, list ?? savedViewsPath(slug), "view-saved");
});

/** The form as it was refused in a list; what it saves came with it. */
function RefusedForm({ slug }: { slug: string }) {
  const values = useFormState(savedViewFormName)?.values;
  const room = toSavedViewRoom(values?.room);
  if (!values || !room) return null;
  return (
    <Card>
      <SavedViewForm slug={slug} room={room} place={values.place} query={savedViewUrlQuery(values.query ?? "", room)} />
    </Card>
  );
}

function ViewRow({ view, slug }: { view: SavedViewView; slug: string }) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  const rooms = useFieldText(savedViewFields.room).choices;
  const { id, name, room, everyone } = view;
  const list = savedViewAddress(slug, view);
  const shown = <bdi>{name}</bdi>;
  const change = (
    <ButtonLink to={`${savedViewsPath(slug)}/${id}`} label={t("list.change_named", { name })}>
      {t("list.change")}
    </ButtonLink>
  );
  return (
    <ListRow actions={everyone && !admin ? null : change}>
      {list === null ? <p className="font-medium">{shown}</p> : <RowLink to={list}>{shown}</RowLink>}
      <ListRowDetail>{rooms[room]}</ListRowDetail>
    </ListRow>
  );
}

interface ViewSectionProps {
  title: string;
  about: string;
  views: readonly SavedViewView[];
  slug: string;
}

function ViewSection({ title, about, views, slug }: ViewSectionProps) {
  if (views.length === 0) return null;
  return (
    <Section title={title}>
      <p className="text-soft">{about}</p>
      <ListPanel>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} slug={slug} />
        ))}
      </ListPanel>
    </Section>
  );
}

export default function SavedViewsPage() {
  const { views, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const own = views.filter(({ everyone }) => !everyone);
  const ofPage = views.filter(({ everyone }) => everyone);
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} />
      <RefusedForm slug={slug} />
      {views.length === 0 ? <EmptyState title={t("list.none")} about={t("list.none_about")} /> : null}
      <ViewSection title={t("list.own")} about={t("list.own_about")} views={own} slug={slug} />
      <ViewSection title={t("list.everyone")} about={t("list.everyone_about")} views={ofPage} slug={slug} />
    </>
  );
}
