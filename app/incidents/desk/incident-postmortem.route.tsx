import { Link, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { countReach } from "~/subscribers/reach";
import { allOrThrow, onPage, orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflict } from "~/ui/parts/noun-conflict";
import {
  answerForm,
  isTicked,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showErrors,
  showPreview,
  typedText,
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
import { previewBody } from "../preview";
import { readIncident } from "../read";
import { postmortemFields } from "../rules/fields";
import { DeletePostmortem, PostmortemForm, RevertPostmortem } from "./postmortem-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "postmortem.title");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = param(desk, "id");
  const [{ incident }, { people }] = await allOrThrow(
    readIncident(ctx, { pageId, id }),
    countReach(ctx, { pageId, of: { incident: id } }),
  );
  const { html } = orThrow(await previewBody(ctx, { pageId, body: incident.postmortem.body }));
  const { title, version, visibility, resolvedAt, postmortem } = incident;
  const up = `/manage/${slug}/incidents/${id}`;
  return { id, title, version, visibility, resolved: resolvedAt !== null, postmortem, html, reach: people, up };
});

async function remove(desk: PageDesk, posted: PostedForm, up: string) {
  const { t } = wordsIn(desk.language);
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: t("postmortem.delete_unsure") });
  return answerForm(posted, await deletePostmortem(desk.ctx, subjectOf(desk, posted)), up, "postmortem-deleted");
}

export const action = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  const up = `/manage/${slug}/incidents/${param(desk, "id")}`;
  const here = `${up}/postmortem`;
  const subject = subjectOf(desk, posted);
  const body = typedText(posted.fields, "body");
  const notify = isTicked(posted.fields, "notify");
  switch (posted.intent) {
    case "preview":
      return showPreview(posted, orThrow(await previewBody(ctx, { pageId, body })).html);
    case "publish-postmortem":
      return answerForm(
        posted,
        await publishPostmortem(ctx, { ...subject, body, notify }),
        here,
        "postmortem-published",
      );
    case "start":
      return answerForm(posted, await startPostmortem(ctx, subject), here, "postmortem-started");
    case "revert":
      return answerForm(posted, await revertPostmortem(ctx, subject), here, "postmortem-reverted");
    case "delete":
      return remove(desk, posted, up);
    // The form’s own name stands for a form without a pressed button, such as both versions of a conflict.
    case "postmortem":
    case "write":
      return answerForm(posted, await writePostmortem(ctx, { ...subject, body }), here, "postmortem-saved");
    default:
      return refuseUnknown(posted);
  }
});

type PostmortemRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function Head({ data }: { data: PostmortemRouteData }) {
  const { postmortem, up, title } = data;
  const { t, say } = useWords();
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <Tag tone={postmortem.state === "draft" ? "waiting" : "neutral"}>{t(`postmortem_state.${postmortem.state}`)}</Tag>
      {postmortem.publishedAt === null ? null : (
        <span>{say("postmortem.published_at", { at: <TimeText at={postmortem.publishedAt} /> })}</span>
      )}
      <Link to={up} className="inline-flex min-h-hit items-center">
        <bdi>{title}</bdi>
      </Link>
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
      {state === "published" ? <RevertPostmortem version={version} /> : null}
      {state === "none" ? null : <DeletePostmortem version={version} />}
    </>
  );
}

export default function Postmortem() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const responder = useMay("responder");
  const { version, postmortem, up, html } = data;
  const saved = { body: postmortem.body, version };
  const keepTo = `${up}/postmortem`;
  return (
    <>
      <Head data={data} />
      <NounConflict form="postmortem" saved={saved} fields={postmortemFields} picks={{}} keepTo={keepTo} />
      <Conflict form="start" version={version} fields={[]} keepTo={keepTo} />
      <Conflict form="revert" version={version} fields={[]} keepTo={keepTo} />
      <Conflict form="delete" version={version} fields={[]} keepTo={keepTo} />
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
