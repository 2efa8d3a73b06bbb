import { onDesk } from "~/desk/frame/desk";
import { Shell } from "~/desk/frame/shell";
import { titledBy } from "~/desk/frame/title";
import { PageHead } from "~/desk/parts/list";
import { answer, readPosted } from "~/desk/parts/posted";
import { valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { newProviderFields } from "~/people/rules/fields";
import { createProvider } from "../create";
import { ProviderForm } from "./provider-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/desk/frame/client-action";

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
