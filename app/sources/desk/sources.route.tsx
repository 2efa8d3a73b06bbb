import { Link, useLoaderData } from "@remix-run/react";
import { matchWords } from "~/alert-rules/desk/match-words";
import { listRules } from "~/alert-rules/verbs";
import { listUnassignedAlerts } from "~/alerts/list-unassigned-alerts";
import { target } from "~/alerts/shown/desk/alert-origin";
import { alertTitles } from "~/alerts/shown/desk/alert-titles";
import { UnassignedAlerts } from "~/alerts/shown/desk/unassigned-alerts";
import type { RouteGuard } from "~/http/guard";
import { modeFields } from "~/moving/rules/fields";
import { allOrThrow, onPage } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { useFieldText } from "~/ui/parts/field-text";
import { KindName } from "~/ui/parts/kind-icon";
import { EmptyState, List, ListDetail, ListRow, PageHead, RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { type QuietQuestion, quietQuestionOf } from "../rules/quiet";
import { listSources } from "../verbs";
import { QuietButtons } from "./quiet-notice";
import { isWordOf, useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.list");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug, language } = desk;
  const [sources, rules, nobodys] = await allOrThrow(
    listSources(ctx, { pageId }),
    listRules(ctx, { pageId }),
    listUnassignedAlerts(ctx, { pageId }),
  );
  const titled = await alertTitles(desk);
  const unassigned = nobodys.filter(({ alert }) => alert.family === "source");
  const { row } = adapterWords("sources", language);
  const rulesOf = (sourceId: string) =>
    rules
      .filter((rule) => rule.sourceId === sourceId)
      .map(({ id, mode, catchAll, match, components }) => {
        const title = catchAll ? null : matchWords(match, language);
        return { id, mode, title, moves: Object.keys(components).length };
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
  const modes = useFieldText(modeFields.mode).choices;
  return (
    <ul aria-label={t("rule.list")} className="mt-1 grid gap-1 border-s-2 border-line ps-3 text-sm">
      {rules.map(({ id, mode, title, moves }) => {
        const name = title ?? t("rule.catch_all");
        return (
          <li key={id} className="flex flex-wrap gap-x-3">
            {editable ? (
              <Link to={title === null ? here : `${here}/rules/${id}`} className={target}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className="text-soft">{modes[mode]}</span>
            <span className="text-soft">
              {moves === 0 ? t("rule.changes_none") : t("rule.changes", { count: moves })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function LastDelivery({ at, outcome }: { at: number; outcome: string }) {
  const { say } = useWords();
  const key = isWordOf("outcome", outcome) ? (`list.last_delivery_${outcome}` as const) : "list.last_delivery";
  return say(key, { ago: <AgoText at={at} /> });
}

function Quiet({ left }: { left: QuietQuestion }) {
  const { t } = useWords();
  return left === null ? null : <Tag tone="waiting">{t(`quiet.list_${left}`)}</Tag>;
}

export default function Sources() {
  const { t } = useWords();
  const { sources, unassigned, slug } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const add = admin ? (
    <ButtonLink to={`/manage/${slug}/sources/new`} look="primary">
      {t("page.new")}
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      <UnassignedAlerts groups={unassigned} slug={slug} />
      {sources.length === 0 ? (
        <EmptyState title={t("empty.none_yet")} about={t("empty.about")} />
      ) : (
        <List>
          {sources.map((source) => (
            <ListRow
              key={source.id}
              actions={
                <QuietButtons
                  left={quietQuestionOf(source)}
                  source={source}
                  here={`/manage/${slug}/sources/${source.id}`}
                  editable={admin}
                />
              }
            >
              <RowLink to={`/manage/${slug}/sources/${source.id}`}>{source.name}</RowLink>
              <ListDetail>
                <KindName family="sources" kind={source.kind} title={source.kindTitle} />
                <span>
                  {source.lastDelivery ? (
                    <LastDelivery at={source.lastDelivery.receivedAt} outcome={source.lastDelivery.outcome} />
                  ) : (
                    t("list.no_delivery")
                  )}
                </span>
                <Quiet left={quietQuestionOf(source)} />
              </ListDetail>
              <Rules rules={source.rules} here={`/manage/${slug}/sources/${source.id}`} editable={admin} />
            </ListRow>
          ))}
        </List>
      )}
    </>
  );
}
