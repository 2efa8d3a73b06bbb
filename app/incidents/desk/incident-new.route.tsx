import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { fillFormFromTemplate } from "~/templates/desk/template-use";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  formPreviewResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  postedText,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { openIncident } from "../open";
import { readIncidentFormOptions } from "../prepare";
import { previewMarkdown } from "../preview";
import { newIncidentFields } from "../rules/fields";
import { AnnouncementForm } from "./announcement-form";
import { IncidentForm } from "./incident-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

/** Opens the form of an announcement with `?announcement`. */
const announcesAt = (search: string) => new URLSearchParams(search).has("announcement");

const titles = {
  incident: translatedPageTitleMeta(wordsIn, "new.title"),
  announcement: translatedPageTitleMeta(wordsIn, "announcement.title"),
};

export const meta: MetaFunction = (args) =>
  titles[announcesAt(args.location.search) ? "announcement" : "incident"](args);

export const loader = pageDeskHandler(async ({ ctx, pageId, pageZone, url, slug }) => ({
  ...unwrapOrThrow(await readIncidentFormOptions(ctx, { pageId })),
  zone: pageZone,
  announces: announcesAt(url.search),
  here: `/manage/${slug}/incidents/new`,
}));

async function open(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(newIncidentFields, posted, { zone: desk.pageZone });
  const published = posted.intent === "publish";
  const opened = await openIncident(desk.ctx, {
    pageId: desk.pageId,
    ...values,
    visibility: published ? "published" : "draft",
    notify: isCheckboxTicked(posted.fields, "notify"),
    commitId: posted.commitId,
  });
  const to = ({ id }: { id: string }) => `/manage/${desk.slug}/incidents/${id}`;
  return formResultResponse(posted, opened, to, published ? "incident-published" : "draft-saved");
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "template") return fillFormFromTemplate(desk, posted);
  if (posted.intent === "publish" || posted.intent === "draft") return open(desk, posted);
  if (posted.intent !== "preview") return unknownFormResponse(posted);
  const body = postedText(posted.fields, "body");
  return formPreviewResponse(
    posted,
    unwrapOrThrow(await previewMarkdown(desk.ctx, { pageId: desk.pageId, body })).html,
  );
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
