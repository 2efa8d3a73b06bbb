import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { Pager } from "~/ui/parts/pager";
import { listNotices } from "../verbs";
import { MailBanner } from "./mail-banner";
import { localisedMailView } from "./mail-in";
import { NoticeList } from "./outbox-parts";
import { useWords, wordsIn } from "./words/words";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "deployment.title");

export const loader = deskHandler(async ({ ctx, url, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const listed = unwrapOrThrow(await listNotices(ctx, { pageId: "", before }));
  return { ...listed, mail: localisedMailView(language, listed.mail), first: before === undefined };
});

/** Emails that belong to no page; their recipients and the access that they grant are not shown. */
export default function DeploymentOutbox() {
  const { t } = useWords();
  const { notices, before, mail, first } = useLoaderData<typeof loader>();
  return (
    <ManagementShell>
      <PageHead title={t("deployment.title")} note={t("deployment.note")} />
      <MailBanner mail={mail} />
      <div className="grid gap-3">
        <NoticeList notices={notices} />
        <Pager before={before} first={first} />
      </div>
    </ManagementShell>
  );
}
