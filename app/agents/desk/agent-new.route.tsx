import { onPage } from "~/desk/frame/desk";
import { titledBy } from "~/desk/frame/title";
import { PageHead } from "~/desk/parts/list";
import { NounForm } from "~/desk/parts/noun-form";
import { answer, readPosted } from "~/desk/parts/posted";
import { blankOf, givenIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { createAgent } from "../create";
import { agentFields } from "../rules/fields";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/desk/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.new");

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...givenIn(agentFields, posted.values) };
  const made = await createAgent(desk.ctx, given);
  return answer(posted, made, ({ id }) => `/manage/${desk.slug}/agents/${id}`, "agent-created");
});

export default function NewAgent() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <NounForm form="agent" fields={agentFields} values={blankOf(agentFields)} picks={{}} submit={t("form.create")} />
    </>
  );
}
