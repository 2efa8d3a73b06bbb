import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { fillFromTemplate } from "~/templates/desk/template-use";
import { onPage, orThrow, type PageDesk } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  answerForm,
  isTicked,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showPreview,
  typedText,
} from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { openIncident } from "../open";
import { prepareIncident } from "../prepare";
import { previewBody } from "../preview";
import { openingFields } from "../rules/fields";
import { AnnouncementForm } from "./announcement-form";
import { IncidentForm } from "./incident-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

/** Opens the form of an announcement with `?announcement`. */
const announcesAt = (search: string) => new URLSearchParams(search).has("announcement");

const titles = {
  incident: translatedPageTitle(wordsIn, "new.title"),
  announcement: translatedPageTitle(wordsIn, "announcement.title"),
};

export const meta: MetaFunction = (args) =>
  titles[announcesAt(args.location.search) ? "announcement" : "incident"](args);

export const loader = onPage(async ({ ctx, pageId, pageZone, url, slug }) => ({
  ...orThrow(await prepareIncident(ctx, { pageId })),
  zone: pageZone,
  announces: announcesAt(url.search),
  here: `/manage/${slug}/incidents/new`,
}));

async function open(desk: PageDesk, posted: PostedForm) {
  const values = readFields(openingFields, posted, { zone: desk.pageZone });
  const published = posted.intent === "publish";
  const opened = await openIncident(desk.ctx, {
    pageId: desk.pageId,
    ...values,
    visibility: published ? "published" : "draft",
    notify: isTicked(posted.fields, "notify"),
    commitId: posted.commitId,
  });
  const to = ({ id }: { id: string }) => `/manage/${desk.slug}/incidents/${id}`;
  return answerForm(posted, opened, to, published ? "incident-published" : "draft-saved");
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "template") return fillFromTemplate(desk, posted);
  if (posted.intent === "publish" || posted.intent === "draft") return open(desk, posted);
  if (posted.intent !== "preview") return refuseUnknown(posted);
  const body = typedText(posted.fields, "body");
  return showPreview(posted, orThrow(await previewBody(desk.ctx, { pageId: desk.pageId, body })).html);
});

export default function NewIncident() {
  const { announces, here, ...loaded } = useLoaderData<typeof loader>();
  const { t } = useWords();
  if (announces)
    return (
      <>
        <PageHead title={t("announcement.title")} />
        <AnnouncementForm action={`${here}?announcement`} reach={loaded.reach} />
      </>
    );
  return (
    <>
      <PageHead title={t("new.title")} />
      <IncidentForm {...loaded} />
    </>
  );
}
