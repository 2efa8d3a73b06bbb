import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { proposerText } from "~/proposals/desk/proposal-items";
import { countNotificationReach } from "~/subscribers/reach";
import {
  formSubjectOf,
  type PageDeskRequest,
  pageDeskHandler,
  routeParam,
  unwrapAllOrThrow,
  unwrapOrThrow,
} from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import {
  formErrorsResponse,
  formPreviewResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import {
  deletePostmortem,
  publishPostmortem,
  revertPostmortem,
  startPostmortem,
  writePostmortem,
} from "../postmortems/verbs";
import { previewMarkdown } from "../preview";
import { readIncident } from "../read";
import { postmortemFields } from "../rules/fields";
import { DeletePostmortemForm, PostmortemForm, RevertPostmortemForm } from "./postmortem-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = {
  guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard,
  trail: ({ up, title }: { up: string; title: string }) => [{ to: up, name: title }],
};

export const meta = namedPageTitleMeta(wordsIn, "postmortem.title", "title");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const [{ incident }, { people }] = await unwrapAllOrThrow(
    readIncident(ctx, { pageId, id }),
    countNotificationReach(ctx, { pageId, of: { incident: id } }),
  );
  const { html } = unwrapOrThrow(await previewMarkdown(ctx, { pageId, body: incident.postmortem.body }));
  const { title, version, visibility, resolvedAt, postmortem } = incident;
  const up = `/manage/${slug}/incidents/${id}`;
  return {
    id,
    title,
    version,
    visibility,
    resolved: resolvedAt !== null,
    postmortem,
    html,
    reach: people,
    up,
    proposedText: proposerText(desk.language, postmortem.proposedBy),
  };
});

async function remove(desk: PageDeskRequest, posted: PostedForm, up: string) {
  const { t } = wordsIn(desk.language);
  if (!isCheckboxTicked(posted.fields, "sure"))
    return formErrorsResponse(posted, { sure: t("postmortem.delete_unsure") });
  return formResultResponse(
    posted,
    await deletePostmortem(desk.ctx, formSubjectOf(desk, posted)),
    up,
    "postmortem-deleted",
  );
}

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  const up = `/manage/${slug}/incidents/${routeParam(desk, "id")}`;
  const here = `${up}/postmortem`;
  const subject = formSubjectOf(desk, posted);
  const body = readPostedText(posted.fields, "body");
  const notify = isCheckboxTicked(posted.fields, "notify");
  switch (posted.intent) {
    case "preview":
      return formPreviewResponse(posted, unwrapOrThrow(await previewMarkdown(ctx, { pageId, body })).html);
    case "publish-postmortem":
      return formResultResponse(
        posted,
        await publishPostmortem(ctx, { ...subject, body, notify }),
        here,
        "postmortem-published",
      );
    case "start":
      return formResultResponse(posted, await startPostmortem(ctx, subject), here, "postmortem-started");
    case "revert":
      return formResultResponse(posted, await revertPostmortem(ctx, subject), here, "postmortem-reverted");
    case "delete":
      return remove(desk, posted, up);
    // The form’s own name stands for a form without a pressed button, such as both versions of a conflict.
    case "postmortem":
    case "write":
      return formResultResponse(posted, await writePostmortem(ctx, { ...subject, body }), here, "postmortem-saved");
    default:
      return unknownFormResponse(posted);
  }
});

type PostmortemRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function Head({ data }: { data: PostmortemRouteData }) {
  const { postmortem } = data;
  const { t, say } = useWords();
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <Tag tone={postmortem.state === "draft" ? "waiting" : "neutral"}>{t(`postmortem_state.${postmortem.state}`)}</Tag>
      {data.proposedText === "" ? null : <bdi>{data.proposedText}</bdi>}
      {postmortem.publishedAt === null ? null : (
        <span>{say("postmortem.published_at", { at: <TimeText at={postmortem.publishedAt} /> })}</span>
      )}
    </div>
  );
  return <PageHead title={t("postmortem.title")} note={note} />;
}

function Desk({ data }: { data: PostmortemRouteData }) {
  const { id, version, postmortem, resolved, reach } = data;
  const conflict = useFormState("postmortem")?.conflict ?? false;
  const { state, body, notified } = postmortem;
  return (
    <>
      {conflict ? null : (
        <PostmortemForm
          id={id}
          version={version}
          state={state}
          body={body}
          notified={notified}
          resolved={resolved}
          reach={reach}
        />
      )}
      {state === "published" ? <RevertPostmortemForm version={version} /> : null}
      {state === "none" ? null : <DeletePostmortemForm version={version} />}
    </>
  );
}

export default function ManagePostmortemPage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const responder = useHasRole("responder");
  const { version, postmortem, up, html } = data;
  const saved = { body: postmortem.body, version };
  const keepTo = `${up}/postmortem`;
  return (
    <>
      <Head data={data} />
      <NounConflictSection form="postmortem" saved={saved} fields={postmortemFields} picks={{}} keepTo={keepTo} />
      <EditConflictSection form="start" version={version} fields={[]} keepTo={keepTo} />
      <EditConflictSection form="revert" version={version} fields={[]} keepTo={keepTo} />
      <EditConflictSection form="delete" version={version} fields={[]} keepTo={keepTo} />
      {data.visibility !== "published" ? (
        <EmptyState title={t("postmortem.too_early")} about={t("postmortem.too_early_hint")} />
      ) : responder ? (
        <Desk data={data} />
      ) : postmortem.state === "none" ? (
        <EmptyState title={t("postmortem.unwritten")} about={t("postmortem.unwritten_hint")} />
      ) : (
        <SafeHtml html={html} />
      )}
    </>
  );
}
