import { Link, useLoaderData } from "@remix-run/react";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ConfirmFold } from "~/ui/parts/confirm";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { Tag } from "~/ui/parts/status-mark";
import { RangeText, TimeText } from "~/ui/parts/time-text";
import { listCorrections, undoCorrection } from "../verbs";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const before = url.searchParams.get("before");
  const [listed, { components }] = await unwrapAllOrThrow(
    listCorrections(ctx, { pageId, ...(before ? { before } : {}) }),
    listComponents(ctx, { pageId }),
  );
  const names = new Map(components.map(({ id, name }) => [id, name]));
  const corrections = listed.corrections.map((each) => ({
    ...each,
    components: each.componentIds.flatMap((id) => names.get(id) ?? []),
  }));
  return { corrections, before: listed.before, slug };
});

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  const given = { pageId, id: readPostedText(posted.fields, "id"), commitId: posted.commitId };
  return formResultResponse(
    posted,
    await undoCorrection(ctx, given),
    `/manage/${slug}/corrections`,
    "correction-undone",
  );
});

type ListedCorrection = ReturnType<typeof useLoaderData<typeof loader>>["corrections"][number];

function CorrectionRow({ correction, editable }: { correction: ListedCorrection; editable: boolean }) {
  const { t, say, list } = useWords();
  const { id, sourceName, reason, startsAt, endsAt, createdAt, undoneAt, components } = correction;
  return (
    <ListRow>
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-medium">{sourceName}</bdi>
        <RangeText from={startsAt} to={endsAt} />
        {undoneAt === null ? null : <Tag>{t("list.undone")}</Tag>}
      </p>
      <p className="max-w-prose [overflow-wrap:anywhere]">
        <bdi>{reason}</bdi>
      </p>
      <ListRowDetail>
        {components.length === 0 ? null : <bdi>{list(components)}</bdi>}
        <span>{say("list.corrected", { time: <TimeText at={createdAt} /> })}</span>
        {undoneAt === null ? null : <span>{say("list.undone_at", { time: <TimeText at={undoneAt} /> })}</span>}
      </ListRowDetail>
      {editable && undoneAt === null ? (
        <ConfirmFold name={`undo-${id}`} hidden={{ id }} label={t("list.undo")} about={sourceName}>
          {t("list.undo_about")}
        </ConfirmFold>
      ) : null}
    </ListRow>
  );
}

function CorrectionList() {
  const { corrections } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const editable = useHasRole("admin");
  if (corrections.length === 0) return <EmptyState title={t("list.none")} about={t("list.none_about")} />;
  return (
    <ListPanel>
      {corrections.map((each) => (
        <CorrectionRow key={each.id} correction={each} editable={editable} />
      ))}
    </ListPanel>
  );
}

export default function CorrectionsPage() {
  const { before, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead
        title={t("page.list")}
        note={t("page.list_about")}
        action={<AddLink to={`/manage/${slug}/corrections/new`}>{t("page.new")}</AddLink>}
      />
      <CorrectionList />
      {before === null ? null : (
        <Link to={`?before=${before}`} className="inline-flex min-h-11 items-center">
          {t("list.older")}
        </Link>
      )}
    </>
  );
}
