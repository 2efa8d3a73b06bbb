import { useLoaderData } from "@remix-run/react";
import { listPossibleDependences } from "~/components/dependences/names";
import { blankFieldValues, parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { firstFreeName } from "~/text/proposed-name";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { agentFields } from "../rules/fields";
import { createAgent } from "../verbs";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = pageDeskHandler(async ({ ctx, pageId, language }) => {
  const others = unwrapOrThrow(await listPossibleDependences(ctx, { pageId }));
  return {
    name: firstFreeName(
      wordsIn(language).t("page.one"),
      others.map((each) => each.name),
    ),
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx, pageId, language } = desk;
  const { commitId, values } = posted;
  const given = parsePostedFieldValues(agentFields, values);
  const named = await withProposedName(posted, given, wordsIn(language).t("page.one"), () =>
    listPossibleDependences(ctx, { pageId }),
  );
  const made = await createAgent(ctx, { pageId, commitId, ...named });
  return formResultResponse(posted, made, ({ id }) => `/manage/${desk.slug}/agents/${id}`, "agent-created");
});

export default function NewAgentPage() {
  const { t } = useWords();
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <NounFieldsForm
        form="agent"
        fields={agentFields}
        values={{ ...blankFieldValues(agentFields), name }}
        picks={{}}
        submit={t("form.create")}
      />
    </>
  );
}
