import type { Plugin, Rollup } from "vite";

const isRoute = (id: string) => /\/app\/(.+\/desk|ui)\/.+\.route\.tsx$/.test(id);

/** What rooms of management share. A room's own modules stay with it: by them the server knows whose words a page needs. */
const isShared = (id: string) =>
  /\/app\/(ui\/(frame|parts)|i18n|[^/]+(\/[^/]+)?\/rules|time|text|net|access|status|failures|fields|plan)\//.test(
    id,
  ) && !isRoute(id);

/** What fields and words stand on; a noun's own fields stay apart, as by them the server knows whose words a page needs. */
const isBasis = (id: string) => /\/app\/(i18n|time|text|net|access|status|fields)\//.test(id);

/** What the page of one thing is made of, that can be changed there. */
const isOfOneThing = (id: string) =>
  /\/app\/(ui\/(parts\/(answer|copy-button|form-part|noun-conflict|setting-fields|table|verbatim)|frame\/change-section)|fields\/setting)\.tsx?$/.test(
    id,
  );

/** What pages of things that go on have beside: they refresh themselves, and their lists are ticked, filtered and unfolded. */
const isOfLists = (id: string) =>
  /\/app\/ui\/(parts\/(filter-links|kind-sign|tick|unfold|use-refresh)|frame\/revalidate)\.tsx?$/.test(id);

/** What a monitor is drawn with, on its own page and wherever monitors are listed. */
const isOfMonitors = (id: string) => /\/app\/monitors\/desk\/(monitor-(state|tags)|words\/words)\.tsx?$/.test(id);

function reachedFrom(first: string, infoOf: Rollup.GetModuleInfo): Set<string> {
  const found = new Set([first]);
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** What stands around nearly every page of management, and comes with it without being imported by it. */
const isFrame = (id: string) => /\/app\/(root\.tsx|entry\.client\.tsx|pages\/desk\/page-layout\.route\.tsx)$/.test(id);

/** How many pages of management come with each module, of how many. */
function countPages({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta) {
  const routes = [...getModuleIds()].filter(isRoute);
  const around = new Set([...getModuleIds()].filter(isFrame).flatMap((id) => [...reachedFrom(id, getModuleInfo)]));
  const counts = new Map<string, number>();
  for (const route of routes) {
    for (const id of reachedFrom(route, getModuleInfo)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return (id: string) => (around.has(id) ? 1 : (counts.get(id) ?? 0) / routes.length);
}

/** Fifty small files for a page weigh more, compressed, than three: what most pages need is one, what a third needs another. */
function chunksByUse() {
  let shareOf: ReturnType<typeof countPages> | undefined;
  return (id: string, meta: Rollup.ManualChunkMeta): string | undefined => {
    shareOf ??= countPages(meta);
    const share = shareOf(id);
    if (id.endsWith("vite/preload-helper.js")) return "desk";
    if (id.includes("/node_modules/")) return share > 0.9 ? "react" : undefined;
    if (isOfMonitors(id)) return "monitors";
    if (!isShared(id)) return undefined;
    if (share > 0.6) return "desk";
    if (share > (isBasis(id) ? 0.1 : 0.3)) return "forms";
    if (isOfLists(id)) return "lists";
    return isOfOneThing(id) ? "one-thing" : undefined;
  };
}

export const sharedChunks = (): Plugin => ({
  name: "upfront-shared-chunks",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? undefined : { build: { rollupOptions: { output: { manualChunks: chunksByUse() } } } },
});
