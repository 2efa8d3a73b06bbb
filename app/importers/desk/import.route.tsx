import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { dayOf } from "~/time/day";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { readImport } from "../read";
import { handleImportPost } from "./import-actions";
import { importsPath, importsTrail } from "./import-links";
import { ImportNotes } from "./import-notes";
import {
  AppliedImport,
  CanceledImport,
  FailedImport,
  RefusalNotice,
  UndoneImport,
  UndoQuestion,
} from "./import-outcome";
import { ImportPreview } from "./import-preview";
import { ImportProgress, stillParam } from "./import-progress";
import { ImportStateMark } from "./import-state";
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
    isStill: url.searchParams.has(stillParam),
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
      return view.counts ? <ImportPreview {...props} counts={view.counts} start={start} timeZones={timeZones} /> : null;
    case "applied":
      return <AppliedImport {...props} />;
    case "undone":
      return <UndoneImport {...props} />;
    case "failed":
      return <FailedImport {...props} />;
    case "canceled":
      return <CanceledImport {...props} />;
    default:
      return <ImportProgress {...props} isStill={isStill} />;
  }
}

export default function OneImport() {
  const { view, here, asksUndo } = useLoaderData<typeof loader>();
  const { t } = useWords();
  if (asksUndo) return <UndoQuestion here={here} />;
  return (
    <>
      <PageHead
        title={t("form.title", { product: view.originTitle })}
        note={view.url === "" ? null : <bdi className="wrap-anywhere">{view.url}</bdi>}
      />
      <h2 aria-live="polite" className="text-lg font-semibold">
        <ImportStateMark view={view} />
      </h2>
      {view.state === "failed" ? null : <RefusalNotice view={view} />}
      <StatePart />
      <ImportNotes view={view} />
    </>
  );
}
