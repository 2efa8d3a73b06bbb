import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { dayOf } from "~/time/day";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { stopReloadParam } from "~/ui/parts/reload-without-script";
import { readImport } from "../read";
import { handleImportPost } from "./import-actions";
import { importsPath } from "./import-links";
import { ImportNotesSection } from "./import-notes";
import {
  AppliedImportSection,
  CancelledImportSection,
  FailedImportSection,
  ImportRefusalBanner,
  UndoImportQuestionPanel,
  UndoneImportSection,
} from "./import-outcome";
import { ImportPreviewSection } from "./import-preview";
import { ImportProgressSection } from "./import-progress";
import { ImportStateBadge } from "./import-state";
import { importsTrail } from "./import-trail";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard, trail: importsTrail };

export const meta = namedPageTitleMeta(wordsIn, "list.title", "view.originTitle");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url, pageZone } = desk;
  const view = unwrapOrThrow(await readImport(ctx, { pageId, id: routeParam(desk, "id") }));
  const { handKeptStartMs } = view.choices;
  const undoUntil = view.undoUntil !== null && view.undoUntil > ctx.now() ? view.undoUntil : null;
  return {
    // Thousands of single choices are for the verb, not for this page.
    view: { ...view, undoUntil, choices: { ...view.choices, untickedThings: [], conflicts: {} } },
    slug,
    here: `${importsPath(slug)}/${view.id}`,
    start: handKeptStartMs === null ? "" : dayOf(pageZone, handKeptStartMs),
    timeZones: view.state === "preview" ? Intl.supportedValuesOf("timeZone") : [],
    asksUndo: url.searchParams.get("ask") === "undo" && undoUntil !== null,
    isStill: url.searchParams.has(stopReloadParam),
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  return handleImportPost(desk, posted, `${importsPath(desk.slug)}/${routeParam(desk, "id")}`);
});

/** The part of the page that the state asks for. */
function StatePart() {
  const { view, slug, here, start, timeZones, isStill } = useLoaderData<typeof loader>();
  const props = { view, slug, here };
  switch (view.state) {
    case "preview":
      return view.counts ? (
        <ImportPreviewSection {...props} counts={view.counts} start={start} timeZones={timeZones} />
      ) : null;
    case "applied":
      return <AppliedImportSection {...props} />;
    case "undone":
      return <UndoneImportSection {...props} />;
    case "failed":
      return <FailedImportSection {...props} />;
    case "canceled":
      return <CancelledImportSection {...props} />;
    default:
      return <ImportProgressSection {...props} isStill={isStill} />;
  }
}

export default function ManageImportPage() {
  const { view, here, asksUndo } = useLoaderData<typeof loader>();
  const { t } = useWords();
  if (asksUndo) return <UndoImportQuestionPanel here={here} />;
  return (
    <>
      <PageHead
        title={t("form.title", { product: view.originTitle })}
        note={view.url === "" ? null : <bdi className="wrap-anywhere">{view.url}</bdi>}
      />
      <h2 aria-live="polite" className="text-lg font-semibold">
        <ImportStateBadge view={view} />
      </h2>
      {view.state === "failed" ? null : <ImportRefusalBanner view={view} />}
      <StatePart />
      <ImportNotesSection view={view} />
    </>
  );
}
