import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { saveRule } from "~/usecases/alert-rules/save";
import { listComponents } from "~/usecases/components/list";
import { readSource } from "~/usecases/sources/read";
import { onPage, orThrow, param } from "../frame/desk";
import { titled } from "../frame/title";
import { Conflict } from "../parts/conflict";
import { useFormState } from "../parts/form";
import { PageHead } from "../parts/list";
import { answer, readPosted, refuseFields } from "../parts/posted";
import { modeWords } from "../parts/words";
import { matchWords } from "../sources/source-parts";
import { ruleFields } from "./rule-fields";
import { RuleForm, type RuleValues } from "./rule-form";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("Rule");

const fresh: RuleValues = {
  match: {},
  components: {},
  mode: "draft",
  holdSeconds: 120,
  resolveAfterSeconds: 300,
  groupBy: [],
};

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const { source, rules } = orThrow(await readSource(ctx, { pageId, id: param(desk, "id") }));
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  const id = param(desk, "rule");
  const rule = rules.find((each) => each.id === id) ?? null;
  if (!rule && id !== "new") throwFailure({ name: "missing" });
  const named = components.map((each) => ({ id: each.id, name: each.name }));
  return { rule, sourceName: source.name, components: named, here: `/manage/${slug}/sources/${source.id}` };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const sourceId = param(desk, "id");
  const id = param(desk, "rule");
  const { errors, value } = ruleFields(posted.fields);
  if (Object.keys(errors).length > 0) return refuseFields(posted, errors);
  const saved = await saveRule(desk.ctx, {
    pageId: desk.pageId,
    sourceId,
    ...(id === "new" ? {} : { id, version: posted.version }),
    ...value,
    commitId: posted.commitId,
  });
  return answer(posted, saved, `/manage/${desk.slug}/sources/${sourceId}`, "rule-saved");
});

export default function Rule() {
  const { rule, sourceName, components, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("rule")?.conflict ?? false;
  const fields = rule
    ? [
        {
          name: "mode",
          label: "Incident",
          theirs: modeWords[rule.mode] ?? "",
          kind: "choice" as const,
          words: modeWords,
        },
        { name: "match.title", label: "Title", theirs: rule.match.title ?? "" },
        { name: "hold", label: "Hold, seconds", theirs: String(rule.holdSeconds) },
        { name: "resolveAfter", label: "Resolve after, seconds", theirs: String(rule.resolveAfterSeconds) },
        { name: "groupBy", label: "Group by labels", theirs: rule.groupBy.join(", ") },
      ]
    : [];
  const version = rule ? { version: rule.version } : {};
  return (
    <>
      <PageHead title={rule ? matchWords(rule.match) : "New rule"} note={`Rule of ${sourceName}`} />
      {rule ? <Conflict form="rule" version={rule.version} fields={fields} keepTo={here} /> : null}
      {conflict ? null : (
        <RuleForm
          form="rule"
          {...version}
          catchAll={rule?.catchAll ?? false}
          values={rule ?? fresh}
          components={components}
          submit="Save the rule"
        />
      )}
    </>
  );
}
