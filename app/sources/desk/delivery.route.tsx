import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { alertPath } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail, PageHead, Section } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { readSource } from "../read";
import { type DeliverySignal, readDelivery } from "../read-delivery";
import { handleReplayPost } from "./replay-actions";
import { type ReplayActionData, ReplayResultBanner } from "./replay-outcome";
import { deliveryTrail } from "./source-trail";
import { isSourceWordOf, useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = {
  guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard,
  trail: deliveryTrail,
};

export const meta = namedPageTitleMeta(wordsIn, "page.delivery", "name");

/** Indents JSON; any other text stays unchanged. */
function layOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const loader = pageDeskHandler(async (desk) => {
  const given = { pageId: desk.pageId, sourceId: routeParam(desk, "id"), id: routeParam(desk, "delivery") };
  const [delivery, { source, settingFields }] = await unwrapAllOrThrow(
    readDelivery(desk.ctx, given),
    readSource(desk.ctx, { pageId: desk.pageId, id: given.sourceId }),
  );
  return {
    delivery: { ...delivery, body: layOut(delivery.body) },
    name: source.name,
    maps: settingFields.some(({ place }) => place === "mapping"),
    slug: desk.slug,
    here: `/manage/${desk.slug}/sources/${given.sourceId}`,
  };
});

export const action = pageDeskHandler(async (desk) =>
  handleReplayPost(desk, await readPostedForm(desk), [routeParam(desk, "delivery")]),
);

/** The delivery's key for the alert, as a link to it. */
function Key({ of: { key, alertId }, slug }: { of: DeliverySignal; slug: string }) {
  if (key === "") return null;
  const name = <bdi>{key}</bdi>;
  return (
    <p className="break-all font-mono text-sm">
      {alertId === null ? (
        name
      ) : (
        <Link to={alertPath(slug, alertId)} className="-my-2.5 inline-flex min-h-hit items-center">
          {name}
        </Link>
      )}
    </p>
  );
}

function Signals() {
  const { t } = useWords();
  const { delivery, slug } = useLoaderData<typeof loader>();
  if (delivery.signals.length === 0) return <p className="text-soft">{t("part.no_signals")}</p>;
  return (
    <ListPanel>
      {delivery.signals.map((signal) => (
        <ListRow key={`${signal.key} ${signal.reason ?? ""}`}>
          <Key of={signal} slug={slug} />
          <ListRowDetail>
            <span>{isSourceWordOf("state", signal.state) ? t(`state.${signal.state}`) : signal.state}</span>
            <span>{isSourceWordOf("result", signal.outcome) ? t(`result.${signal.outcome}`) : signal.outcome}</span>
            {signal.flags
              ?.filter((flag) => flag !== signal.outcome)
              .map((flag) => (
                <span key={flag}>{isSourceWordOf("flag", flag) ? t(`flag.${flag}`) : flag}</span>
              ))}
          </ListRowDetail>
          {signal.reason ? <p className="text-soft">{signal.reason}</p> : null}
        </ListRow>
      ))}
    </ListPanel>
  );
}

function Actions() {
  const { t } = useWords();
  const { delivery, here, maps } = useLoaderData<typeof loader>();
  const why = delivery.notReplayed;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {why === null ? (
          <ButtonForm name="replay">
            <Button>{t("replay.one")}</Button>
          </ButtonForm>
        ) : null}
        {maps && why === null ? (
          <ButtonLink to={`${here}/mapping?delivery=${delivery.id}`}>{t("mapping.on_this")}</ButtonLink>
        ) : null}
      </div>
      <p className="max-w-prose text-sm text-soft">{why === null ? t("replay.about") : t(`not_replayed.${why}`)}</p>
    </div>
  );
}

function Told() {
  const { t, say } = useWords();
  const { delivery, here } = useLoaderData<typeof loader>();
  const { outcome, reason, replayOf, replayedAt } = delivery;
  const why = reason === null ? null : isSourceWordOf("reason", reason) ? t(`reason.${reason}`) : reason;
  return (
    <ListRowDetail>
      <span>
        {say(delivery.settled ? "note.processed" : "note.waiting", { at: <TimeText at={delivery.receivedAt} exact /> })}
      </span>
      <span className={outcome === "refused" ? "font-medium text-danger" : ""}>
        {isSourceWordOf("outcome", outcome) ? t(`outcome.${outcome}`) : outcome}
      </span>
      {why === null ? null : <span>{why}</span>}
      {replayedAt === null ? null : <span>{say("note.replayed", { at: <TimeText at={replayedAt} exact /> })}</span>}
      {replayOf === null ? null : <Link to={`${here}/deliveries/${replayOf}`}>{t("note.original")}</Link>}
    </ListRowDetail>
  );
}

export default function DeliveryPage() {
  const { t } = useWords();
  const { delivery, name } = useLoaderData<typeof loader>();
  const state = useActionData() as ReplayActionData | undefined;
  const admin = useHasRole("admin");
  const headers = Object.entries(delivery.headers).map(([header, value]) => `${header}: ${value}`);
  return (
    <>
      <PageHead title={t("page.delivery")} note={<bdi>{name}</bdi>} />
      <Told />
      <ReplayResultBanner state={state} />
      {admin ? <Actions /> : null}
      <Section title={t("part.signals")}>
        <Signals />
      </Section>
      <Section title={t("part.headers")}>
        <VerbatimText label={t("part.headers")}>{headers.join("\n") || t("part.no_headers")}</VerbatimText>
      </Section>
      <Section title={t("part.body")}>
        <VerbatimText label={t("part.body")}>{delivery.body || t("part.no_body")}</VerbatimText>
      </Section>
    </>
  );
}
