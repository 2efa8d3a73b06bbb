import { Link, useLoaderData } from "@remix-run/react";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { listRules } from "~/alert-rules/verbs";
import { listUnassignedAlerts } from "~/alerts/list-unassigned-alerts";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { UnassignedAlertsBanner } from "~/alerts/shown/desk/unassigned-alerts";
import { groupedComponentNames, listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { incidentModeFields } from "~/moving/rules/fields";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { type SourceQuietQuestion, sourceQuietQuestionOf } from "../rules/quiet";
import { ruleEffectOf } from "../rules/rule-effect";
import { listSources } from "../verbs";
import { QuietSourceButtons } from "./quiet-notice";
import { RuleEffectText } from "./rule-effect-text";
import { isSourceWordOf, useWords, wordsIn } from "./words/words";

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
        return { id, mode, title, effect: ruleEffectOf(components, named) };
      });
  return {
    sources: sources.map((each) => ({ ...row(each), rules: rulesOf(each.id) })),
    unassigned: unassigned.map((group) => ({ ...group, alert: titled(group.alert) })),
    slug,
  };
});

type Rule = ReturnType<typeof useLoaderData<typeof loader>>["sources"][number]["rules"][number];

/** The rules in the order in which they are tried, with links to their forms for admins. */
function Rules({ rules, here, editable }: { rules: Rule[]; here: string; editable: boolean }) {
  const { t } = useWords();
  const modes = useFieldText(incidentModeFields.mode).choices;
  return (
    <ul aria-label={t("rule.list")} className="mt-1 grid gap-1 border-s-2 border-line ps-3 text-sm">
      {rules.map(({ id, mode, title, effect }) => {
        const name = title ?? t("rule.catch_all");
        return (
          <li key={id} className="flex flex-wrap gap-x-3">
            {editable ? (
              <Link to={`${here}/rules/${id}`} className={inlineLinkTargetClass}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className="contents text-soft">
              <RuleEffectText effect={effect} />
            </span>
            <span className="text-soft">{modes[mode]}</span>
          </li>
        );
      })}
    </ul>
  );
}

function LastDelivery({ at, outcome }: { at: number; outcome: string }) {
  const { say } = useWords();
  const key = isSourceWordOf("outcome", outcome) ? (`list.last_delivery_${outcome}` as const) : "list.last_delivery";
  return say(key, { ago: <AgoText at={at} /> });
}

function Quiet({ left }: { left: SourceQuietQuestion }) {
  const { t } = useWords();
  return left === null ? null : <Tag tone="waiting">{t(`quiet.list_${left}`)}</Tag>;
}

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
        <ListPanel>
          {sources.map((source) => (
            <ListRow
              key={source.id}
              actions={
                <QuietSourceButtons
                  left={sourceQuietQuestionOf(source)}
                  source={source}
                  here={`/manage/${slug}/sources/${source.id}`}
                  editable={admin}
                />
              }
            >
              <RowLink to={`/manage/${slug}/sources/${source.id}`}>{source.name}</RowLink>
              <ListRowDetail>
                <FamilyKindLabel family="sources" kind={source.kind} title={source.kindTitle} />
                <span>
                  {source.lastDelivery ? (
                    <LastDelivery at={source.lastDelivery.receivedAt} outcome={source.lastDelivery.outcome} />
                  ) : (
                    t("list.no_delivery")
                  )}
                </span>
                <Quiet left={sourceQuietQuestionOf(source)} />
              </ListRowDetail>
              <Rules rules={source.rules} here={`/manage/${slug}/sources/${source.id}`} editable={admin} />
            </ListRow>
          ))}
        </ListPanel>
      )}
    </>
  );
}
