import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { PostForm, useFormState } from "~/ui/parts/form";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { listMonitors, listUpgradeDifferences } from "../verbs";
import { BulkDeleteConfirmForm, type BulkDeleteConfirmFormProps, useBulkDeletePreview } from "./bulk-list";
import { handleBulkMonitorPost } from "./monitor-actions";
import { BulkActionFields, monitorBulkActions, NextRowsLink, PlanUsageNote } from "./monitor-bulk";
import { MonitorFilterForm } from "./monitor-filter";
import { MonitorList } from "./monitor-list";
import { shownMonitorStates } from "./monitor-words";
import { UpgradeDifferenceList } from "./reread-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, language }) => {
  const asked = (name: string) => url.searchParams.get(name) ?? "";
  const state = shownMonitorStates.find((each) => each === asked("state")) ?? "";
  const filter = { state, tag: asked("tag"), text: asked("text") };
  const given = Object.fromEntries(Object.entries({ ...filter, after: asked("after") }).filter(([, value]) => value));
  const [found, read] = await Promise.all([
    listMonitors(ctx, { pageId, worstFirst: true, ...given }),
    listUpgradeDifferences(ctx, { pageId }),
  ]);
  const listed = unwrapOrThrow(found);
  const monitors = listed.monitors.map(adapterWords("monitors", language).row);
  const reread = unwrapOrThrow(read).map((each) => ({ ...each, detail: refusalText(each.detail, language) }));
  return { ...listed, monitors, reread, filter, first: asked("after") === "", slug };
});

export const action = pageDeskHandler(async (desk) => handleBulkMonitorPost(desk, await readPostedForm(desk)));

function Listed() {
  const { t } = useWords();
  const { monitors, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const kept = useFormState("bulk")?.values ?? {};
  const list = <MonitorList monitors={monitors} slug={slug} chooses={admin} kept={kept} />;
  if (!admin) return list;
  return (
    <PostForm name="bulk" label={t("bulk.form")} className="grid gap-5">
      {list}
      <BulkActionFields legend={t("bulk.selected")} value={t("bulk.value")} deeds={monitorBulkActions} />
    </PostForm>
  );
}

function Nothing() {
  const { t } = useWords();
  const { filter, first } = useLoaderData<typeof loader>();
  const filtered = !first || Object.values(filter).some((value) => value !== "");
  return filtered ? (
    <EmptyState title={t("empty.none_found")} about={t("empty.none_found_about")} />
  ) : (
    <EmptyState title={t("empty.none_yet")}>
      <p>{t("empty.about")}</p>
      <p>{t("empty.first")}</p>
    </EmptyState>
  );
}

function Deletion(given: Omit<BulkDeleteConfirmFormProps, "many" | "says">) {
  const { t } = useWords();
  const asked = { count: given.deleting.length };
  const [title, button] = [t("bulk.delete_title", asked), t("bulk.delete_button", asked)];
  return <BulkDeleteConfirmForm many="monitor" {...given} says={{ title, button, about: t("bulk.delete_about") }} />;
}

export default function MonitorsPage() {
  const { t } = useWords();
  const { monitors, reread, carry, more, filter, tags, slug } = useLoaderData<typeof loader>();
  const here = `/manage/${slug}/monitors`;
  const deleting = useBulkDeletePreview();
  if (deleting) return <Deletion {...deleting} here={here} />;
  const add = <AddLink to={`${here}/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={<PlanUsageNote carry={carry} />} action={add} />
      <UpgradeDifferenceList list={reread} here={here} />
      <MonitorFilterForm values={filter} tags={tags} to={here} />
      {monitors.length === 0 ? <Nothing /> : <Listed />}
      <NextRowsLink after={more} keep={filter} />
    </>
  );
}
