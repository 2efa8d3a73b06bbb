import { useLoaderData } from "@remix-run/react";
import { RuleConflict, RuleForm, type RuleValues } from "~/alert-rules/desk/rule-form";
import { Trial, useTrial } from "~/alert-rules/desk/rule-trial";
import { watchChoices } from "~/alert-rules/desk/watch-choices";
import { useWords, wordsIn } from "~/alert-rules/desk/words/words";
import { ruleFields } from "~/alert-rules/rules/fields";
import { ruleIn } from "~/alert-rules/rules/rule-form";
import { matchLike } from "~/alert-rules/rules/rule-trial";
import { saveRule } from "~/alert-rules/save";
import { sourceSamples, tryRule } from "~/alert-rules/trials/try";
import { listLeftOver } from "~/alert-rules/unwatched-after-delete";
import { readAlert } from "~/alerts/read";
import type { Match } from "~/alerts/rules/rule-match";
import { listComponents } from "~/components/list";
import { blankOf } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { movingFieldsOf } from "~/moving/rules/fields";
import { allOrThrow, onPage, type PageDesk, param } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import {
  answerForm,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showAgain,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { readSource } from "../read";
import { canObserve } from "../rules/source-silence";
import { matchWords } from "./source-parts";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.one");

const fresh: RuleValues = { match: {}, ...blankOf(ruleFields) };

/** Returns the match for "Rule for alerts like this": from the given alert, if it belongs to this source. */
async function matchFrom({ ctx, pageId, url }: PageDesk, sourceId: string): Promise<Match> {
  const id = url.searchParams.get("alert");
  const read = id === null ? null : await readAlert(ctx, { pageId, id: id.slice(0, 120) });
  return read?.ok && read.value.alert.sourceId === sourceId ? matchLike(read.value.alert) : {};
}

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [id, sourceId] = [param(desk, "rule"), param(desk, "id")];
  const asked = allOrThrow(
    readSource(ctx, { pageId, id: sourceId }),
    listComponents(ctx, { pageId }),
    sourceSamples(ctx, { pageId, sourceId }),
    listLeftOver(ctx, { pageId, going: { rule: id } }),
  );
  const [[{ source, rules }, listed, seen, { alone }], like] = await Promise.all([
    asked,
    id === "new" ? matchFrom(desk, sourceId) : {},
  ]);
  const found = rules.find((each) => each.id === id);
  if (!found && id !== "new") throwFailure({ name: "missing" });
  const rule = found ? movingFieldsOf(found) : null;
  return {
    rule,
    like,
    seen,
    rules: rules.map(({ id: own, match, catchAll }) => ({ id: own, match, catchAll })),
    sourceName: source.name,
    components: watchChoices(listed, { alone, vouches: canObserve(source) }),
    here: `/manage/${slug}/sources/${source.id}`,
  };
});

/** Applies a suggestion: a chosen label adds a line, a chosen title replaces the title. */
function withSuggested(posted: PostedForm): PostedForm {
  const { "match.labels": lines = "", "match.title": title = "", ...values } = posted.values;
  const label = typedText(posted.fields, "add-label");
  const labels = label === "" || lines.split(/\r?\n/).includes(label) ? lines : `${lines.trimEnd()}\n${label}`.trim();
  return {
    ...posted,
    values: { ...values, "match.labels": labels, "match.title": typedText(posted.fields, "use-title") || title },
  };
}

/** Handles "Try": saves nothing and keeps the typed values. */
async function tried(desk: PageDesk, posted: PostedForm, of: { sourceId: string; id?: string }) {
  const { match } = ruleIn(posted.values);
  const trial = await tryRule(desk.ctx, { pageId: desk.pageId, ...of, match });
  return trial.ok ? showAgain(posted, { trial: trial.value }) : showFailure(posted, trial.failure);
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const sourceId = param(desk, "id");
  const id = param(desk, "rule");
  if (posted.fields.has("try")) return tried(desk, posted, { sourceId, ...(id === "new" ? {} : { id }) });
  if (posted.fields.has("add-label") || posted.fields.has("use-title")) return showAgain(withSuggested(posted), {});
  if (posted.intent !== "rule") return refuseUnknown(posted);
  const saved = await saveRule(desk.ctx, {
    pageId: desk.pageId,
    sourceId,
    ...(id === "new" ? {} : { id, version: posted.version }),
    ...ruleIn(posted.values),
    commitId: posted.commitId,
  });
  return answerForm(posted, saved, `/manage/${desk.slug}/sources/${sourceId}`, "rule-saved");
});

export default function Rule() {
  const { rule, like, seen, rules, sourceName, components, here } = useLoaderData<typeof loader>();
  const trial = useTrial("rule");
  const { t, say, language } = useWords();
  const conflict = useFormState("rule")?.conflict ?? false;
  const version = rule ? { version: rule.version } : {};
  return (
    <>
      <PageHead
        title={rule ? matchWords(rule.match, language) : t("page.new")}
        note={say("page.source", { source: <bdi>{sourceName}</bdi> })}
      />
      {rule ? <RuleConflict form="rule" rule={rule} components={components} keepTo={here} /> : null}
      {conflict ? null : (
        <RuleForm
          form="rule"
          {...version}
          catchAll={rule?.catchAll ?? false}
          values={rule ?? { ...fresh, match: like }}
          components={components}
          submit={t("form.save")}
          {...(rule?.catchAll ? {} : { seen })}
          trial={trial ? <Trial trial={trial} here={here} rules={rules} /> : null}
        />
      )}
    </>
  );
}
