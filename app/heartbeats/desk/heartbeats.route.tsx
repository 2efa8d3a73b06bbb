import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { DeleteMany, type DeleteManyProps, useItemsToDelete } from "~/monitors/desk/bulk-list";
import { actOnMany } from "~/monitors/desk/many-actions";
import { BulkFields } from "~/monitors/desk/monitor-bulk";
import { unsure } from "~/mutes/desk/subject-actions";
import { worstFirst } from "~/status/worst-first";
import { AddLink } from "~/ui/frame/add-link";
import { onPage, orThrow } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { PostForm, useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import { answerForm, readPostedForm, refuseUnknown } from "~/ui/parts/posted-form";
import { bulkHeartbeats } from "../bulk";
import { makePingKey } from "../ping-key";
import { troubledHeartbeats } from "../rules/heartbeat-deadline";
import { listHeartbeats } from "../verbs";
import { HeartbeatFilter, HeartbeatList, PingKey } from "./heartbeat-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.list");

export const loader = onPage(async ({ ctx, pageId, slug, url }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const filter = { text: asked("text"), state: asked("state"), tag: asked("tag") };
  const listed = orThrow(await listHeartbeats(ctx, { pageId, ...filter }));
  const heartbeats = worstFirst(listed.heartbeats, troubledHeartbeats);
  return { ...listed, heartbeats, filter, origin: ctx.config.origin, slug, here: `/manage/${slug}/heartbeats` };
});

/**
 * Handles the bulk form for ticked rows, and the two forms that create the page's ping key, the first or another one.
 */
export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "bulk") return actOnMany(desk, posted, "heartbeat", bulkHeartbeats);
  const again = posted.intent === "rotate-ping-key";
  if (!again && posted.intent !== "make-ping-key") return refuseUnknown(posted);
  const refused = again ? unsure(posted) : null;
  if (refused) return refused;
  const { pageId, slug } = desk;
  const made = await makePingKey(desk.ctx, { pageId, version: posted.version, commitId: posted.commitId });
  return answerForm(posted, made, `/manage/${slug}/heartbeats`, again ? "ping-key-rotated" : "ping-key-created");
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
      <Conflict form="make-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <Conflict form="rotate-ping-key" version={pingKey.version} fields={[]} keepTo={here} />
      <PingKey pingKey={pingKey} origin={origin} />
    </Section>
  );
}

const deeds = ["mute", "unmute", "delete"] as const;

function Listed() {
  const { t } = useWords();
  const { heartbeats, slug } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const kept = useFormState("bulk")?.values ?? {};
  if (!admin) return <HeartbeatList heartbeats={heartbeats} slug={slug} kept={null} />;
  return (
    <PostForm name="bulk" label={t("bulk.form")} className="grid gap-5">
      <HeartbeatList heartbeats={heartbeats} slug={slug} kept={kept} />
      <BulkFields legend={t("bulk.selected")} value={t("bulk.value")} deeds={deeds} />
    </PostForm>
  );
}

function Deletion({ deleting, here, ...going }: Omit<DeleteManyProps, "many" | "says">) {
  const { t } = useWords();
  const count = deleting.length;
  const says = {
    title: t("bulk.delete_title", { count }),
    about: t("bulk.delete_about"),
    button: t("bulk.delete_button", { count }),
  };
  return <DeleteMany many="heartbeat" deleting={deleting} {...going} here={here} says={says} />;
}

export default function Heartbeats() {
  const { t } = useWords();
  const { heartbeats, tags, total, filter, here } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const deleting = useItemsToDelete();
  if (deleting) return <Deletion {...deleting} here={here} />;
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      {total > 0 ? <HeartbeatFilter values={filter} tags={tags} to={here} /> : null}
      {heartbeats.length === 0 ? <Nothing /> : <Listed />}
      {admin ? <KeyPart /> : null}
    </>
  );
}
