import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import {
  BulkDeleteConfirmForm,
  type BulkDeleteConfirmFormProps,
  useBulkDeletePreview,
} from "~/monitors/desk/bulk-list";
import { handleBulkPost } from "~/monitors/desk/many-actions";
import { BulkActionFields } from "~/monitors/desk/monitor-bulk";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { sortWorstFirst } from "~/status/worst-first";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflict } from "~/ui/parts/conflict";
import { PostForm, useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { bulkChangeHeartbeats } from "../bulk";
import { rotatePingKey } from "../ping-key";
import { troubledHeartbeatStates } from "../rules/heartbeat-deadline";
import { listHeartbeats } from "../verbs";
import { HeartbeatFilterForm, HeartbeatList, PingKeyPanel } from "./heartbeat-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const filter = { text: asked("text"), state: asked("state"), tag: asked("tag") };
  const listed = unwrapOrThrow(await listHeartbeats(ctx, { pageId, ...filter }));
  const heartbeats = sortWorstFirst(listed.heartbeats, troubledHeartbeatStates);
  return { ...listed, heartbeats, filter, origin: ctx.config.origin, slug, here: `/manage/${slug}/heartbeats` };
});

/**
 * Handles the bulk form for ticked rows, and the two forms that create the page's ping key, the first or another one.
 */
export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "bulk") return handleBulkPost(desk, posted, "heartbeat", bulkChangeHeartbeats);
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
      <EditConflict form="make-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <EditConflict form="rotate-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <PingKeyPanel pingKey={pingKey} origin={origin} />
    </Section>
  );
}

const deeds = ["mute", "unmute", "delete"] as const;

function Listed() {
  const { t } = useWords();
  const { heartbeats, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const kept = useFormState("bulk")?.values ?? {};
  if (!admin) return <HeartbeatList heartbeats={heartbeats} slug={slug} kept={null} />;
  return (
    <PostForm name="bulk" label={t("bulk.form")} className="grid gap-5">
      <HeartbeatList heartbeats={heartbeats} slug={slug} kept={kept} />
      <BulkActionFields legend={t("bulk.selected")} value={t("bulk.value")} deeds={deeds} />
    </PostForm>
  );
}

function Deletion({ deleting, here, ...going }: Omit<BulkDeleteConfirmFormProps, "many" | "says">) {
  const { t } = useWords();
  const count = deleting.length;
  const says = {
    title: t("bulk.delete_title", { count }),
    about: t("bulk.delete_about"),
    button: t("bulk.delete_button", { count }),
  };
  return <BulkDeleteConfirmForm many="heartbeat" deleting={deleting} {...going} here={here} says={says} />;
}

export default function HeartbeatsPage() {
  const { t } = useWords();
  const { heartbeats, tags, total, filter, here } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const deleting = useBulkDeletePreview();
  if (deleting) return <Deletion {...deleting} here={here} />;
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      {total > 0 ? <HeartbeatFilterForm values={filter} tags={tags} to={here} /> : null}
      {heartbeats.length === 0 ? <Nothing /> : <Listed />}
      {admin ? <KeyPart /> : null}
    </>
  );
}
