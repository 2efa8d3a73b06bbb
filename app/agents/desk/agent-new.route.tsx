import { blankOf, givenIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { titledBy } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { NounForm } from "~/ui/parts/noun-form";
import { answer, readPosted } from "~/ui/parts/posted";
import { createAgent } from "../create";
import { agentFields } from "../rules/fields";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

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
