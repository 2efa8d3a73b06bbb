import { Form, useLoaderData } from "@remix-run/react";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import type { RouteGuard } from "~/http/guard";
import { listPages } from "~/pages/verbs";
import { sortBySearchRank } from "~/text/search-match";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { TextField } from "~/ui/parts/field";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { searchOnPage, searchResultPath } from "../find";
import { listSearchVerbTargets } from "../verb-targets";
import { SearchResultsPanel } from "./results";
import { findPlaceAndActionHits, type SearchHit } from "./search-actions";
import { findVerbSearchHits } from "./search-verbs";
import { matchingStateNames } from "./states";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

export const loader = pageDeskHandler(async (request) => {
  const { ctx, pageId, slug, url, language } = request;
  const search = url.searchParams.get("q") ?? "";
  const states = matchingStateNames(search, language);
  const [{ results, isCut }, targets, pages] = await unwrapAllOrThrow(
    searchOnPage(ctx, { pageId, search, states }),
    listSearchVerbTargets(ctx, { pageId, search }),
    listPages(ctx),
  );
  const localised = await alertTitleTranslator(request);
  const things = results.map(
    ({ kind, id, name, at, state, target, snippet }): SearchHit => ({
      kind,
      title: name,
      at,
      state,
      about: target || snippet,
      to: `/manage/${slug}/${searchResultPath({ kind, id })}`,
    }),
  );
  const others = sortBySearchRank(
    pages.filter((each) => each.id !== pageId && each.role !== null),
    search,
    ({ name }) => name,
  ).map((each): SearchHit => ({ kind: "page", title: each.name, to: `/manage/${each.slug}` }));
  const searcher = { slug, role: ctx.member?.role ?? "viewer", language };
  const ways = findPlaceAndActionHits(search, searcher);
  const verbs = findVerbSearchHits(search, { ...targets, alerts: targets.alerts.map(localised) }, searcher);
  return { search, isCut, hits: [...ways, ...verbs, ...things, ...others.slice(0, 8)] };
});

export default function SearchPage() {
  const { search, isCut, hits } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.note")} />
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField name="q" type="search" label={t("page.field")} value={search} />
        </div>
        <Button look="primary">{t("page.button")}</Button>
      </Form>
      {isCut ? <p className="max-w-prose text-sm text-soft">{t("page.cut")}</p> : null}
      {hits.length === 0 ? (
        <EmptyState title={t("page.none")} about={t("page.none_about")} />
      ) : (
        <section aria-label={t("page.results")} className="rounded-lg border border-line bg-surface">
          <SearchResultsPanel hits={hits} />
        </section>
      )}
    </>
  );
}
