import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { movingOf, ruleFields } from "~/rules/alerts/fields";
import { ruleIn } from "~/rules/alerts/rule-form";
import { blankOf } from "~/rules/fields/fields";
import { saveRule } from "~/usecases/alert-rules/save";
import { listComponents } from "~/usecases/components/list";
import { readSource } from "~/usecases/sources/read";
import { onPage, orThrow, param } from "../frame/desk";
import { titledBy } from "../frame/title";
import { useFormState } from "../parts/form";
import { PageHead } from "../parts/list";
import { namedChoices } from "../parts/noun-fields";
import { answer, readPosted } from "../parts/posted";
import { matchWords } from "../sources/source-parts";
import { RuleConflict, RuleForm, type RuleValues } from "./rule-form";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.one");

const fresh: RuleValues = { match: {}, ...blankOf(ruleFields) };

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const { source, rules } = orThrow(await readSource(ctx, { pageId, id: param(desk, "id") }));
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  const id = param(desk, "rule");
  const found = rules.find((each) => each.id === id);
  if (!found && id !== "new") throwFailure({ name: "missing" });
  const rule = found ? movingOf(found) : null;
  return {
    rule,
    sourceName: source.name,
    components: namedChoices(components),
    here: `/manage/${slug}/sources/${source.id}`,
  };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const sourceId = param(desk, "id");
  const id = param(desk, "rule");
  const saved = await saveRule(desk.ctx, {
    pageId: desk.pageId,
    sourceId,
    ...(id === "new" ? {} : { id, version: posted.version }),
    ...ruleIn(posted.values),
    commitId: posted.commitId,
  });
  return answer(posted, saved, `/manage/${desk.slug}/sources/${sourceId}`, "rule-saved");
});

export default function Rule() {
  const { rule, sourceName, components, here } = useLoaderData<typeof loader>();
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
          values={rule ?? fresh}
          components={components}
          submit={t("form.save")}
        />
      )}
    </>
  );
}
