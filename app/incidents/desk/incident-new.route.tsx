import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useWords as useAlertWords } from "~/alerts/desk/words/words";
import { alertParameter, inlineLinkTargetClass, newIncidentPath } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { fillFormFromTemplate } from "~/templates/desk/template-use";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Link } from "~/ui/parts/link";
import { PageHead } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import {
  formPreviewResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { openIncident } from "../open";
import { readIncidentFormOptions } from "../prepare";
import { previewMarkdown } from "../preview";
import { readIncidentProposal } from "../propose";
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

/** Returns the alert that the incident is about (`?alert=`), and what it proposes. */
async function alertOf({ ctx, pageId, slug, url }: PageDeskRequest) {
  const id = url.searchParams.get(alertParameter) ?? "";
  if (id === "") return null;
  const proposal = unwrapOrThrow(await readIncidentProposal(ctx, { pageId, alertId: id }));
  return { id, ...proposal, action: newIncidentPath(slug, id) };
}

export const loader = pageDeskHandler(async (desk) => ({
  ...unwrapOrThrow(await readIncidentFormOptions(desk.ctx, { pageId: desk.pageId })),
  alert: await alertOf(desk),
  zone: desk.pageZone,
  announces: announcesAt(desk.url.search),
  here: newIncidentPath(desk.slug),
  slug: desk.slug,
}));

async function open(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(newIncidentFields, posted, { zone: desk.pageZone });
  const published = posted.intent === "publish";
  const opened = await openIncident(desk.ctx, {
    pageId: desk.pageId,
    ...values,
    visibility: published ? "published" : "draft",
    notify: isCheckboxTicked(posted.fields, "notify"),
    alertId: readPostedText(posted.fields, "alertId"),
    takesLead: !announcesAt(desk.url.search),
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
  const body = readPostedText(posted.fields, "body");
  return formPreviewResponse(
    posted,
    unwrapOrThrow(await previewMarkdown(desk.ctx, { pageId: desk.pageId, body })).html,
  );
});

/** Shows that the alert now has an incident, so that nobody opens a second one by accident. */
function AlertHasIncidentNotice({ incident, slug }: { incident: { id: string; title: string }; slug: string }) {
  const { say } = useAlertWords();
  const link = (
    <Link to={`/manage/${slug}/incidents/${incident.id}`} className={inlineLinkTargetClass}>
      <bdi>{incident.title}</bdi>
    </Link>
  );
  return (
    <NoticeBanner>
      <p>{say("attach.to", { incident: link })}</p>
    </NoticeBanner>
  );
}

export default function NewIncidentPage() {
  const { announces, here, slug, ...loaded } = useLoaderData<typeof loader>();
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
      {loaded.alert?.incident ? <AlertHasIncidentNotice incident={loaded.alert.incident} slug={slug} /> : null}
      <IncidentForm {...loaded} />
    </>
  );
}
