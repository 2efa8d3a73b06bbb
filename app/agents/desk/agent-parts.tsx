import { Link } from "@remix-run/react";
import { DetailListItem } from "~/heartbeats/desk/heartbeat-facts";
import { MonitorStateBadge } from "~/monitors/desk/monitor-state";
import { hourMs, minuteMs } from "~/time/durations";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { EmptyState, ListPanel, ListRow, ListRowDetail, RowLink } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { AgoText, ClockText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { AgentDetail } from "../verbs";
import { AgentStateBadge } from "./agent-mark";
import { useWords } from "./words/words";

/** Clock difference above which a notice is shown, in ms. */
const shownSkewMs = minuteMs;
/** Time for which a notice shows that two agents use the same secret, in ms. */
const doubledNoticeMs = hourMs;

/** Notices about problems that no other part of the page shows. */
export function AgentProblemBanners({ agent, now }: { agent: AgentDetail; now: number }) {
  const { t, say } = useWords();
  const { skewMs, doubledAt, state, lastReportAt } = agent;
  const minutes = Math.round(Math.abs(skewMs ?? 0) / minuteMs);
  return (
    <>
      {state === "down" && lastReportAt !== null ? (
        <NoticeBanner tone="danger">{say("notice.silent", { time: <ClockText at={lastReportAt} /> })}</NoticeBanner>
      ) : null}
      {Math.abs(skewMs ?? 0) > shownSkewMs ? (
        <NoticeBanner tone="warning">
          {t((skewMs ?? 0) > 0 ? "notice.behind" : "notice.ahead", { count: minutes })}
        </NoticeBanner>
      ) : null}
      {doubledAt !== null && now - doubledAt < doubledNoticeMs ? (
        <NoticeBanner tone="warning">{say("notice.doubled", { ago: <AgoText at={doubledAt} /> })}</NoticeBanner>
      ) : null}
    </>
  );
}

/** Facts of an agent. */
export function AgentDetailSection({ agent, heartbeat }: { agent: AgentDetail; heartbeat: string }) {
  const { t } = useWords();
  const { state, lastReportAt, every, program, from } = agent;
  return (
    <section aria-label={t("fact.section")} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <AgentStateBadge state={state} />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-x-6 gap-y-3">
        <DetailListItem name={t("fact.last_report")}>
          {lastReportAt === null ? t("list.never") : <AgoText at={lastReportAt} />}
        </DetailListItem>
        <DetailListItem name={t("fact.reports")}>{t("fact.every", { count: every })}</DetailListItem>
        {program ? (
          <DetailListItem name={t("fact.program")}>
            <bdi>{program}</bdi>
          </DetailListItem>
        ) : null}
        {from ? <DetailListItem name={t("fact.from")}>{from}</DetailListItem> : null}
        <DetailListItem name={t("fact.alert")}>
          <Link to={heartbeat} className="-my-2.5 inline-flex min-h-11 items-center">
            {t("fact.heartbeat")}
          </Link>
        </DetailListItem>
      </dl>
    </section>
  );
}

/** The new secret, shown in the answer to the button and never again. */
export function NewAgentSecretBanner({
  address,
  secret,
  command,
}: {
  address: string;
  secret: string;
  command: string;
}) {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <NoticeBanner>{t("secret.once")}</NoticeBanner>
      <VerbatimText label={t("secret.label")}>{secret}</VerbatimText>
      <p>{t("secret.run")}</p>
      <VerbatimText label={t("secret.command")}>{command}</VerbatimText>
      <p className="text-soft">{t("secret.own")}</p>
      <VerbatimText label={t("secret.address")}>{`${address}/results`}</VerbatimText>
    </div>
  );
}

/** Button for the first secret; another one ends the first, so it needs a tick. */
export function AgentSecretForm({ agent }: { agent: AgentDetail }) {
  const { t } = useWords();
  if (agent.hasSecret) {
    return (
      <CheckboxConfirmFold
        name="rotate"
        version={agent.version}
        title={t("secret.another")}
        label={t("secret.another_sure")}
        hint={t("secret.another_hint")}
        button={t("secret.another_button")}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-soft">{t("secret.none")}</p>
      <ButtonForm name="secret" version={agent.version}>
        <Button look="primary">{t("secret.create")}</Button>
      </ButtonForm>
    </div>
  );
}

/** The monitors that it checks. */
export function AgentMonitorsPanel({ agent, slug }: { agent: AgentDetail; slug: string }) {
  const { t } = useWords();
  if (agent.checks.length === 0) return <EmptyState title={t("checks.none")} about={t("checks.none_about")} />;
  return (
    <ListPanel>
      {agent.checks.map(({ id, name, kindTitle, state }) => (
        <ListRow key={id} actions={<MonitorStateBadge state={state} />}>
          <RowLink to={`/manage/${slug}/monitors/${id}`}>
            <bdi>{name}</bdi>
          </RowLink>
          <ListRowDetail>
            <span>{kindTitle}</span>
          </ListRowDetail>
        </ListRow>
      ))}
    </ListPanel>
  );
}
