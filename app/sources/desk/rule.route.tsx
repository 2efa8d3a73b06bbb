import { useLoaderData } from "@remix-run/react";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { RuleConflictSection, RuleForm, type RuleFormValues } from "~/alert-rules/desk/rule-form";
import { RuleTrialResultSection, useRuleTrial } from "~/alert-rules/desk/rule-trial";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { useWords, wordsIn } from "~/alert-rules/desk/words/words";
import { ruleFields } from "~/alert-rules/rules/fields";
import { componentsNamedByAlert } from "~/alert-rules/rules/named-components";
import { parseRuleForm } from "~/alert-rules/rules/rule-form";
import { ruleMatchForAlert } from "~/alert-rules/rules/rule-trial";
import { saveRule } from "~/alert-rules/save";
import { readRuleSuggestions, tryRule } from "~/alert-rules/trials/try";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import type { AlertView } from "~/alerts/list";
import { readAlert } from "~/alerts/read";
import { listComponents } from "~/components/list";
import { blankFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import { addNextStepToPath } from "~/now/next-step";
import { type PageDeskRequest, pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Link } from "~/ui/parts/link";
import { PageHead } from "~/ui/parts/list";
import {
  formAgainResponse,
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { readSource } from "../read";
import { canSourceObserveComponents } from "../rules/source-silence";
import { handleRuleDeletionPost } from "./rule-deletion";
import { DeleteRuleQuestionPanel, ruleDeletionFormName, useRuleToDelete } from "./rule-leaving";
import { useWords as useSourceWords } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = {
  guard: { kind: "member", role: "admin" } satisfies RouteGuard,
  trail: ({ here, sourceName }: { here: string; sourceName: string }) => [{ to: here, name: sourceName }],
};

export const meta = namedPageTitleMeta(wordsIn, "page.one", "sourceName");

const fresh: RuleFormValues = { match: {}, ...blankFieldValues(ruleFields) };

/** Returns the alert of "Rule for alerts like this", if it belongs to this source. */
async function alertNamed({ ctx, pageId, url }: PageDeskRequest, sourceId: string): Promise<AlertView | null> {
  const id = url.searchParams.get("alert");
  const read = id === null ? null : await readAlert(ctx, { pageId, id: id.slice(0, 120) });
  return read?.ok && read.value.alert.sourceId === sourceId ? read.value.alert : null;
}

/** The alerts that a new rule matches at first: all of its source, or those like the alert from which it is created. */
type FirstScope = "all" | "alike";

/**
 * Returns what the first rule of a source takes, which its form lets people choose; null for any other rule. An alert
 * without labels is only known by its title, and the next one has another.
 */
function firstScopeOf(alert: AlertView | null, rules: readonly { catchAll: boolean }[], url: URL): FirstScope | null {
  if (!alert || rules.some(({ catchAll }) => !catchAll)) return null;
  const chosen = url.searchParams.get("take");
  if (chosen === "all" || chosen === "alike") return chosen;
  return Object.keys(alert.labels).length === 0 ? "all" : "alike";
}

/** Returns the values of a new rule for alerts like this one, or for all, and for the components that it names. */
const valuesLike = (
  alert: AlertView,
  components: readonly { id: string; name: string }[],
  scope: FirstScope | null,
): RuleFormValues => ({
  ...fresh,
  match: scope === "all" ? {} : ruleMatchForAlert(alert),
  components: componentsNamedByAlert(alert, components),
});

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [id, sourceId] = [routeParam(desk, "rule"), routeParam(desk, "id")];
  const asked = unwrapAllOrThrow(
    readSource(ctx, { pageId, id: sourceId }),
    listComponents(ctx, { pageId }),
    readRuleSuggestions(ctx, { pageId, sourceId }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { rule: id } }),
  );
  const [[{ source, rules }, listed, seen, { alone }], like] = await Promise.all([
    asked,
    id === "new" ? alertNamed(desk, sourceId) : null,
  ]);
  const found = rules.find((each) => each.id === id);
  if (!found && id !== "new") throwFailureResponse({ name: "missing" });
  const rule = found ? alertEffectValuesOf(found) : null;
  const scope = firstScopeOf(like, rules, desk.url);
  return {
    rule,
    scope: scope && like ? { now: scope, alertId: like.id } : null,
    like: like ? valuesLike(like, listed.components, scope) : fresh,
    seen,
    rules: rules.map(({ id: own, match, catchAll }) => ({ id: own, match, catchAll })),
    sourceName: source.name,
    components: watchedComponentChoices(listed, { alone, vouches: canSourceObserveComponents(source) }),
    here: `/manage/${slug}/sources/${source.id}`,
  };
});

/** Applies a suggestion: a chosen label adds a line, a chosen title replaces the title. */
function withSuggested(posted: PostedForm): PostedForm {
  const { "match.labels": lines = "", "match.title": title = "", ...values } = posted.values;
  const label = readPostedText(posted.fields, "add-label");
  const labels = label === "" || lines.split(/\r?\n/).includes(label) ? lines : `${lines.trimEnd()}\n${label}`.trim();
  return {
    ...posted,
    values: { ...values, "match.labels": labels, "match.title": readPostedText(posted.fields, "use-title") || title },
  };
}

/** Handles "Try": saves nothing and keeps the typed values. */
async function tried(desk: PageDeskRequest, posted: PostedForm, of: { sourceId: string; id?: string }) {
  const { match } = parseRuleForm(posted.values);
  const trial = await tryRule(desk.ctx, { pageId: desk.pageId, ...of, match });
  return trial.ok ? formAgainResponse(posted, { trial: trial.value }) : formFailureResponse(posted, trial.failure);
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const sourceId = routeParam(desk, "id");
  const id = routeParam(desk, "rule");
  if (posted.fields.has("try")) return tried(desk, posted, { sourceId, ...(id === "new" ? {} : { id }) });
  if (posted.fields.has("add-label") || posted.fields.has("use-title"))
    return formAgainResponse(withSuggested(posted), {});
  if (posted.intent === ruleDeletionFormName) return handleRuleDeletionPost(desk, posted);
  if (posted.intent !== "rule") return unknownFormResponse(posted);
  const saved = await saveRule(desk.ctx, {
    pageId: desk.pageId,
    sourceId,
    ...(id === "new" ? {} : { id, version: posted.version }),
    ...parseRuleForm(posted.values),
    commitId: posted.commitId,
  });
  const path = `/manage/${desk.slug}/sources/${sourceId}`;
  const to = saved.ok ? await addNextStepToPath(desk.ctx, { pageId: desk.pageId, path }) : path;
  return formResultResponse(posted, saved, to, "rule-saved");
});

function DeletePart({ version, keepTo }: { version: number; keepTo: string }) {
  const { t } = useWords();
  return (
    <>
      <ButtonConflictSection forms={[ruleDeletionFormName]} version={version} keepTo={keepTo} />
      <ButtonForm name={ruleDeletionFormName} version={version}>
        <Button look="danger">{t("leaving.button")}</Button>
      </ButtonForm>
    </>
  );
}

function FormPart() {
  const { rule, like, seen, rules, components, here } = useLoaderData<typeof loader>();
  const trial = useRuleTrial("rule");
  const { t } = useWords();
  const { t: ofSources } = useSourceWords();
  const catchAll = rule?.catchAll ?? false;
  if (useFormState("rule")?.conflict) return null;
  return (
    <RuleForm
      form="rule"
      {...(rule ? { version: rule.version } : {})}
      catchAll={catchAll}
      values={rule ?? like}
      components={components}
      submit={catchAll ? ofSources("rule.catch_all_save") : t("form.save")}
      {...(catchAll ? {} : { seen })}
      trial={trial ? <RuleTrialResultSection trial={trial} here={here} rules={rules} /> : null}
    />
  );
}

/** Shows which alerts the first rule of a source matches, with a link to the other choice. */
function ScopeNote() {
  const { scope, here } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  if (!scope) return null;
  const other = scope.now === "all" ? "alike" : "all";
  const query = new URLSearchParams({ alert: scope.alertId, take: other });
  const link = <Link to={`${here}/rules/new?${query}`}>{t(`scope.to_${other}`)}</Link>;
  return <p className="max-w-prose text-soft">{say(`scope.${scope.now}`, { other: link })}</p>;
}

function useRuleTitle(): string {
  const { rule } = useLoaderData<typeof loader>();
  const { t, language } = useWords();
  const { t: ofSources } = useSourceWords();
  if (!rule) return t("page.new");
  return rule.catchAll ? ofSources("rule.catch_all") : ruleMatchText(rule.match, language);
}

export default function RulePage() {
  const { rule, sourceName, components, here, scope } = useLoaderData<typeof loader>();
  const { say } = useWords();
  const title = useRuleTitle();
  const leaving = useRuleToDelete();
  if (leaving) return <DeleteRuleQuestionPanel leaving={leaving} here={here} />;
  return (
    <>
      <PageHead title={title} note={say("page.source", { source: <bdi>{sourceName}</bdi> })} />
      {rule ? <RuleConflictSection form="rule" rule={rule} components={components} keepTo={here} /> : null}
      <ScopeNote />
      {/* Another choice fills the fields again. */}
      <FormPart key={scope?.now ?? ""} />
      {rule && !rule.catchAll ? <DeletePart version={rule.version} keepTo={`${here}/rules/${rule.id}`} /> : null}
    </>
  );
}
