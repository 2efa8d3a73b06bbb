import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { permitOperator } from "~/access/permission";
import type { RouteGuard } from "~/http/guard";
import { readInboxContents } from "~/inbox/read";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { deploymentPath } from "~/ui/frame/desk-places";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageDeploymentHead } from "../../desk/deployment-head";
import { InboxBanner } from "../../desk/inbox-notice";
import { StorageFailureBanner } from "../../desk/storage-notice";
import { useWords as useDeploymentWords, wordsIn } from "../../desk/words/words";
import { readStorageTrouble } from "../../storage";
import { useWords } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/** Operators are redirected to the page of the whole deployment, which contains everything that this page shows. */
export const loader = pageDeskHandler(async ({ slug, ctx }) => {
  if (permitOperator(ctx.actor).ok) throw redirect(deploymentPath, 303);
  const [storage, held] = await Promise.all([readStorageTrouble(ctx), readInboxContents(ctx)]);
  return { slug, storage, held: unwrapOrThrow(held) };
});

export default function DeploymentOverviewPage() {
  const { slug, storage, held } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const isWell = storage === null && (held === null || held.oldestAt === null);
  return (
    <>
      <PageDeploymentHead
        slug={slug}
        title={useDeploymentWords().t("page.title")}
        note={isWell ? t("page.well") : null}
        notices={
          <>
            <StorageFailureBanner why={storage} />
            <InboxBanner held={held} />
          </>
        }
      />
      <p className="max-w-prose text-soft">{t("page.operators")}</p>
    </>
  );
}
