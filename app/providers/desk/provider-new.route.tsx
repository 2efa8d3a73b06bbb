import { valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { newProviderFields } from "~/people/rules/fields";
import { onDesk } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answerForm, readPostedForm } from "~/ui/parts/posted-form";
import { createProvider } from "../verbs";
import { ProviderForm } from "./provider-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.new");

export const action = onDesk(async (desk) => {
  const posted = await readPostedForm(desk);
  const made = await createProvider(desk.ctx, {
    ...valuesIn(newProviderFields, posted.values),
    commitId: posted.commitId,
  });
  return answerForm(posted, made, ({ id }) => `/manage/deployment/providers/${id}`, "provider-created");
});

export default function NewProvider() {
  const { t } = useWords();
  return (
    <Shell>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <ProviderForm form="provider" provider={null} />
    </Shell>
  );
}
