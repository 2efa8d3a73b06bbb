import type { Plugin, Rollup } from "vite";

const isRoute = (id: string) => /\/app\/(.+\/desk|ui)\/.+\.route\.tsx$/.test(id);

/**
 * True for modules that rooms of management share. A room's own modules stay with it: by them the server knows which
 * words a page needs.
 */
const isShared = (id: string) =>
  /\/app\/(ui\/(frame|parts)|i18n|[^/]+(\/[^/]+)?\/rules|time|text|net|access|status|failures|fields|plan)\//.test(
    id,
  ) && !isRoute(id);

/**
 * True for modules on which fields and words depend; a noun's own fields stay separate, as by them the server knows
 * which words a page needs.
 */
const isBasis = (id: string) => /\/app\/(i18n|time|text|net|access|status|fields)\//.test(id);

/** True for modules of pages that show and change a single thing. */
const isOfOneThing = (id: string) =>
  /\/app\/(ui\/(parts\/(answer|copy-button|form-part|noun-conflict|setting-fields|table|verbatim)|frame\/change-section)|fields\/setting)\.tsx?$/.test(
    id,
  );

/** True for modules of pages with lists, which refresh automatically and can be ticked, filtered and unfolded. */
const isOfLists = (id: string) =>
  /\/app\/ui\/(parts\/(filter-links|kind-sign|tick|unfold|use-refresh)|frame\/revalidate)\.tsx?$/.test(id);

/** True for modules that render a monitor, on its own page and in lists. */
const isOfMonitors = (id: string) => /\/app\/monitors\/desk\/(monitor-(state|tags)|words\/words)\.tsx?$/.test(id);

function reachedFrom(first: string, infoOf: Rollup.GetModuleInfo): Set<string> {
  const found = new Set([first]);
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** True for the frame of nearly every page of management, which is loaded without being imported by the page. */
const isFrame = (id: string) => /\/app\/(root\.tsx|entry\.client\.tsx|pages\/desk\/page-layout\.route\.tsx)$/.test(id);

/** Counts the pages of management that load each module, and all such pages. */
function countPages({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta) {
  const routes = [...getModuleIds()].filter(isRoute);
  const around = new Set([...getModuleIds()].filter(isFrame).flatMap((id) => [...reachedFrom(id, getModuleInfo)]));
  const counts = new Map<string, number>();
  for (const route of routes) {
    for (const id of reachedFrom(route, getModuleInfo)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return (id: string) => (around.has(id) ? 1 : (counts.get(id) ?? 0) / routes.length);
}

/**
 * Assigns modules to chunks by how many pages use them. Modules of most pages share a file, and those of a third of the
 * pages another, because fifty small files compress worse than three.
 */
function chunksByUse() {
  let shareOf: ReturnType<typeof countPages> | undefined;
  return (id: string, meta: Rollup.ManualChunkMeta): string | undefined => {
    shareOf ??= countPages(meta);
    const share = shareOf(id);
    // `may` is a few lines, for which a list would otherwise load the whole file of forms.
    if (id.endsWith("vite/preload-helper.js") || id.endsWith("/app/ui/frame/may.ts")) return "desk";
    if (id.endsWith("/bundle/react-in-browsers.mjs")) return "react";
    if (id.includes("/node_modules/")) return share > 0.9 ? "react" : undefined;
    if (isOfMonitors(id)) return "monitors";
    if (!isShared(id)) return undefined;
    if (share > 0.6) return "desk";
    if (share > (isBasis(id) ? 0.1 : 0.3)) return "forms";
    if (isOfLists(id)) return "lists";
    return isOfOneThing(id) ? "one-thing" : undefined;
  };
}

export const sharedChunksPlugin = (): Plugin => ({
  name: "upfront-shared-chunks",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? undefined : { build: { rollupOptions: { output: { manualChunks: chunksByUse() } } } },
});
