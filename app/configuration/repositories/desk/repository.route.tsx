import { useActionData, useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { AdminEditSection } from "~/ui/frame/change-section";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection, CheckboxConfirmFold } from "~/ui/parts/form-part";
import { Fold, PageHead } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { repositoryFields } from "../../rules/repository-fields";
import type { NewWebhookSecret } from "../rotate-secret";
import { readRepository } from "../verbs";
import { handleRepositoryPost } from "./repository-actions";
import { NewWebhookSecretBanner, ReadingsSection, RepositoryBanners, WebhookSection } from "./repository-parts";
import { repositoryPath, repositoryTrail } from "./repository-paths";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: repositoryTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "repository.path");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, ...desk }) => {
  const id = routeParam({ ctx, ...desk }, "id");
  const found = unwrapOrThrow(await readRepository(ctx, { pageId, id }));
  return { ...found, slug, here: repositoryPath(slug, id) };
});

export const action = pageDeskHandler(handleRepositoryPost);

function EditPart() {
  const { t } = useWords();
  const { repository, here } = useLoaderData<typeof loader>();
  const state = useFormState("repository");
  const { version } = repository;
  return (
    <>
      <NounConflictSection form="repository" saved={repository} fields={repositoryFields} picks={{}} keepTo={here} />
      {state?.conflict ? null : (
        <Fold title={t("form.edit")} open={state !== null}>
          <NounFieldsForm
            form="repository"
            version={version}
            fields={repositoryFields}
            values={repository}
            picks={{}}
            submit={t("form.save")}
          />
        </Fold>
      )}
      <CheckboxConfirmFold
        name="delete"
        version={version}
        title={t("delete.title")}
        label={t("delete.sure")}
        button={t("delete.button")}
      />
    </>
  );
}

/** Seconds after which the page is read again, while a reading is due and otherwise. */
const refreshSeconds = { soon: 5, later: 60 };

export default function RepositoryPage() {
  const { repository, makerName, readings, here } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const made = useActionData<{ made?: NewWebhookSecret }>()?.made;
  const isDue = readings.some(({ state }) => state === "waiting");
  usePageRefresh(isDue ? refreshSeconds.soon : refreshSeconds.later);
  const place = t("page.place", { file: repository.file, branch: repository.branch });
  return (
    <>
      <PageHead title={repository.path} note={<bdi>{place}</bdi>} />
      <ButtonConflictSection forms={["secret", "rotate", "delete"]} version={repository.version} keepTo={here} />
      <RepositoryBanners repository={repository} makerName={makerName} />
      {made === undefined ? (
        <WebhookSection repository={repository} />
      ) : (
        <NewWebhookSecretBanner {...made} isGitlab={repository.provider === "gitlab"} />
      )}
      <ReadingsSection readings={readings} here={here} />
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}
