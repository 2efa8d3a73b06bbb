import { useLoaderData } from "@remix-run/react";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { listRules } from "~/alert-rules/verbs";
import { listUnassignedAlerts } from "~/alerts/list-unassigned-alerts";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { UnassignedAlertsBanner } from "~/alerts/shown/desk/unassigned-alerts";
import { groupedComponentNames, listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { ruleEffectSummaryOf } from "../rules/rule-effect";
import { listSources } from "../verbs";
import { SourceTable } from "./source-table";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, language } = desk;
  const [sources, rules, nobodys, listed] = await unwrapAllOrThrow(
    listSources(ctx, { pageId }),
    listRules(ctx, { pageId }),
    listUnassignedAlerts(ctx, { pageId }),
    listComponents(ctx, { pageId }),
  );
  const titled = await alertTitleTranslator(desk);
  const unassigned = nobodys.filter(({ alert }) => alert.family === "source");
  const { row } = adapterWords("sources", language);
  const named = groupedComponentNames(listed);
  const rulesOf = (sourceId: string) =>
    rules
      .filter((rule) => rule.sourceId === sourceId)
      .map(({ id, mode, catchAll, match, components }) => {
        const title = catchAll ? null : ruleMatchText(match, language);
        return { id, mode, title, effect: ruleEffectSummaryOf(components, named) };
      });
  return {
    sources: sources.map((each) => ({ ...row(each), rules: rulesOf(each.id) })),
    unassigned: unassigned.map((group) => ({ ...group, alert: titled(group.alert) })),
    slug,
  };
});

export default function SourcesPage() {
  const { t } = useWords();
  const { sources, unassigned, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const add = admin ? (
    <ButtonLink to={`/manage/${slug}/sources/new`} look="primary">
      {t("page.new")}
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      <UnassignedAlertsBanner groups={unassigned} slug={slug} />
      {sources.length === 0 ? (
        <EmptyState title={t("empty.none_yet")} about={t("empty.about")} />
      ) : (
        <SourceTable sources={sources} slug={slug} />
      )}
    </>
  );
}
