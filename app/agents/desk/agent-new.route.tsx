import { blankFieldValues, parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { agentFields } from "../rules/fields";
import { createAgent } from "../verbs";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { commitId, values } = posted;
  const given = { pageId: desk.pageId, commitId, ...parsePostedFieldValues(agentFields, values) };
  const made = await createAgent(desk.ctx, given);
  return formResultResponse(posted, made, ({ id }) => `/manage/${desk.slug}/agents/${id}`, "agent-created");
});

export default function NewAgentPage() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <NounFieldsForm
        form="agent"
        fields={agentFields}
        values={blankFieldValues(agentFields)}
        picks={{}}
        submit={t("form.create")}
      />
    </>
  );
}
