import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { newProviderFields } from "~/people/rules/fields";
import { deskHandler } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { createProvider } from "../verbs";
import { ProviderForm } from "./provider-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const made = await createProvider(desk.ctx, {
    ...parseFieldValues(newProviderFields, posted.values),
    commitId: posted.commitId,
  });
  return formResultResponse(posted, made, ({ id }) => `/manage/deployment/providers/${id}`, "provider-created");
});

export default function NewProviderPage() {
  const { t } = useWords();
  return (
    <ManagementShell>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <ProviderForm form="provider" provider={null} />
    </ManagementShell>
  );
}
