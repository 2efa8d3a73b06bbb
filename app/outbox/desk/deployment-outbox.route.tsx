import { useLoaderData } from "@remix-run/react";
import { OperatorDeploymentHead } from "~/deployment/desk/deployment-head";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { Pager } from "~/ui/parts/pager";
import { ListTable } from "~/ui/table/list-table";
import { readTableView } from "~/ui/table/table-view";
import { listNotices } from "../verbs";
import { MailBanner } from "./mail-banner";
import { localiseMailSendingView } from "./mail-in";
import { EmptyOutboxPanel } from "./outbox-parts";
import { useOutboxColumns } from "./outbox-table";
import { useWords, wordsIn } from "./words/words";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "deployment.title");

const usual = { key: "queued", descending: true };

export const loader = deskHandler(async ({ ctx, url, language }) => {
  const before = url.searchParams.get("before") ?? undefined;
  const view = readTableView(url, { filters: [], sorts: ["queued"], usual });
  const listed = unwrapOrThrow(await listNotices(ctx, { pageId: "", isOldestFirst: !view.sort.descending, before }));
  return { ...listed, mail: localiseMailSendingView(language, listed.mail), view, first: before === undefined };
});

/** Emails that belong to no page; their recipients and the access that they grant are not shown. */
export default function DeploymentOutboxPage() {
  const { t } = useWords();
  const { notices, before, mail, view, first } = useLoaderData<typeof loader>();
  const columns = useOutboxColumns();
  const table = { label: t("deployment.title"), columns, rows: notices, view };
  return (
    <ManagementShell>
      <OperatorDeploymentHead title={t("deployment.title")} note={t("deployment.note")} />
      <MailBanner mail={mail} />
      <div className="grid gap-3">
        {notices.length === 0 ? <EmptyOutboxPanel filtered={false} /> : <ListTable {...table} />}
        <Pager before={before} first={first} keep={view.params} />
      </div>
    </ManagementShell>
  );
}
