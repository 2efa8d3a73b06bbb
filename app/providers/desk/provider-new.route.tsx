import { valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { newProviderFields } from "~/people/rules/fields";
import { onDesk } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { titledBy } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answer, readPosted } from "~/ui/parts/posted";
import { createProvider } from "../create";
import { ProviderForm } from "./provider-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.new");

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createProvider(desk.ctx, {
    ...valuesIn(newProviderFields, posted.values),
    commitId: posted.commitId,
  });
  return answer(posted, made, ({ id }) => `/manage/deployment/providers/${id}`, "provider-created");
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
