import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { ButtonConflicts } from "~/ui/parts/form-part";
import { Card, PageHead, Section } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { readPostedForm } from "~/ui/parts/posted-form";
import { SealedNotice } from "~/ui/parts/sealed-notice";
import { TimeText } from "~/ui/parts/time-text";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { readSource } from "../read";
import { readSourceSetupDelivery } from "../setup";
import { SourceOverlapNotices } from "./overlaps";
import { handleSourceSetupPost } from "./setup-actions";
import { SendTestButton, SetupSteps } from "./setup-parts";
import { RotateSourceAddressFold } from "./source-parts";
import { sourceTrail } from "./source-trail";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: sourceTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.setup", "source.name");

/** Returns the form of the first rule that changes a component, from the alert that fires; null when there is one. */
function ruleWay(here: string, rules: readonly { components: object }[], alertId: string | null): string | null {
  if (rules.some(({ components }) => Object.keys(components).length > 0)) return null;
  return `${here}/rules/new${alertId === null ? "" : `?${new URLSearchParams({ alert: alertId })}`}`;
}

export const loader = pageDeskHandler(async (desk) => {
  const given = { pageId: desk.pageId, id: routeParam(desk, "id") };
  const [read, { last, alertId }] = await unwrapAllOrThrow(
    readSource(desk.ctx, given),
    readSourceSetupDelivery(desk.ctx, given),
  );
  const { source, kindTitle, ingestUrl, setup, overlaps, settingFields, settings, rules } = read;
  const mapped = settingFields.some(({ place }) => place === "mapping") ? settings.id !== undefined : null;
  const here = `/manage/${desk.slug}/sources/${source.id}`;
  const rulePath = ruleWay(here, rules, alertId);
  const words = adapterWords("sources", desk.language);
  const said = { ...words.row({ kind: source.kind, kindTitle }), setup: words.steps(source.kind, setup) };
  return { source, ...said, ingestUrl, overlaps, mapped, last, rulePath, here, name: source.name };
});

export const action = pageDeskHandler(async (desk) => handleSourceSetupPost(desk, await readPostedForm(desk)));

/** Notice of the first delivery, which refreshes automatically when script runs, otherwise by a link. */
function Arrival() {
  const { t, say } = useWords();
  const { last, here, mapped, rulePath } = useLoaderData<typeof loader>();
  const nextPath = mapped === false ? null : rulePath;
  usePageRefresh(last ? 30 : 5);
  return (
    <div role="status">
      {last ? (
        <Notice>
          <div className="grid justify-items-start gap-3">
            <p className="font-medium">
              {say(last.first ? "arrival.first" : "arrival.last", { at: <TimeText at={last.receivedAt} exact /> })}
            </p>
            {nextPath ? <p className="max-w-prose">{t("arrival.next_about")}</p> : null}
            <div className="flex flex-wrap gap-3">
              {nextPath ? (
                <ButtonLink to={nextPath} look="primary">
                  {t("arrival.next")}
                </ButtonLink>
              ) : null}
              <ButtonLink to={`${here}/deliveries/${last.id}`}>{t("arrival.see")}</ButtonLink>
              {mapped === false ? (
                <ButtonLink to={`${here}/mapping?delivery=${last.id}`} look="primary">
                  {t("mapping.begin")}
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Notice>
      ) : (
        <Card>
          <div className="grid justify-items-start gap-3">
            <p className="font-medium">{t("arrival.waiting")}</p>
            <p className="text-soft">{t("arrival.waiting_about")}</p>
            <ButtonLink to={`${here}/setup`}>{t("arrival.look_again")}</ButtonLink>
          </div>
        </Card>
      )}
    </div>
  );
}

export default function SourceSetupPage() {
  const { t } = useWords();
  const { source, kindTitle, ingestUrl, setup, overlaps, here, mapped } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("setup.title", { name: source.name })} note={kindTitle} />
      <SourceOverlapNotices overlaps={overlaps} version={source.version} keepTo={`${here}/setup`} />
      {ingestUrl === null ? (
        <SealedNotice what={t("setup.sealed")} again={t("setup.sealed_next")} />
      ) : (
        <Section title={t("setup.paste")}>
          <SetupSteps steps={setup} address={ingestUrl} />
        </Section>
      )}
      <Section title={t("arrival.section")}>
        <Arrival />
      </Section>
      {mapped === false ? null : (
        <Section title={t("setup.try")}>
          <p className="text-soft">{t("setup.try_about")}</p>
          <SendTestButton />
        </Section>
      )}
      <ButtonConflicts forms={["rotate"]} version={source.version} keepTo={`${here}/setup`} />
      <RotateSourceAddressFold version={source.version} overlaps={overlaps} />
    </>
  );
}
