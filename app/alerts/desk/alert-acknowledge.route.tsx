import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { deskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { ListPanel, ListRow, PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { type AcknowledgementView, acknowledgeAlertsByLink, readAcknowledgementByLink } from "../acknowledge-by-link";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "token-link" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "link.title");

/** Shows the alerts and changes nothing, because mail scanners follow links. */
export const loader = deskHandler(async (desk) => {
  const shown = unwrapOrThrow(await readAcknowledgementByLink(desk.ctx, { token: routeParam(desk, "token") }));
  return data(shown);
});

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { token: routeParam(desk, "token"), commitId: posted.commitId };
  return formResultResponse(
    posted,
    await acknowledgeAlertsByLink(desk.ctx, given),
    desk.url.pathname,
    "alert-acknowledged",
  );
});

function Alerts({ alerts }: Pick<AcknowledgementView, "alerts">) {
  const { say } = useWords();
  return (
    <ListPanel>
      {alerts.map(({ id, title, acknowledgedBy }) => (
        <ListRow key={id}>
          <bdi className="font-medium">{title}</bdi>
          {acknowledgedBy === null ? null : (
            <p className="text-soft">{say("link.by", { name: <bdi>{acknowledgedBy}</bdi> })}</p>
          )}
        </ListRow>
      ))}
    </ListPanel>
  );
}

export default function AcknowledgeAlertsPage() {
  const { pageName, name, alerts, over } = useLoaderData<() => Promise<AcknowledgementView>>();
  const { t, say } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t("link.title")} note={say("link.page", { page: <bdi>{pageName}</bdi> })} />
      <p className="max-w-prose">
        {over ? t("link.over") : say("link.about", { count: alerts.length, name: <bdi>{name}</bdi> })}
      </p>
      {alerts.length === 0 ? null : <Alerts alerts={alerts} />}
      {over ? null : (
        <PostForm name="acknowledge">
          <div>
            <Button look="primary">{t("acknowledge.button")}</Button>
          </div>
        </PostForm>
      )}
    </ManagementShell>
  );
}
