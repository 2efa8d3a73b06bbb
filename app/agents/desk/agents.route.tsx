import { useLoaderData } from "@remix-run/react";
import { troubledHeartbeatStates } from "~/heartbeats/rules/heartbeat-deadline";
import type { RouteGuard } from "~/http/guard";
import { sortWorstFirst } from "~/status/worst-first";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, ListPanel, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { AgoText } from "~/ui/parts/time-text";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { type AgentRow, listAgents } from "../verbs";
import { AgentStateBadge } from "./agent-mark";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => ({
  agents: sortWorstFirst(unwrapOrThrow(await listAgents(ctx, { pageId })), troubledHeartbeatStates),
  here: `/manage/${slug}/agents`,
}));

function AgentItem({ agent: { name, state, lastReportAt, monitors }, to }: { agent: AgentRow; to: string }) {
  const { t, say } = useWords();
  const spoke = lastReportAt === null ? null : <AgoText at={lastReportAt} />;
  return (
    <ListRow actions={<AgentStateBadge state={state} />}>
      <RowLink to={to}>
        <bdi>{name}</bdi>
      </RowLink>
      <ListRowDetail>
        <span>{spoke ? say("list.last_report", { ago: spoke }) : t("list.never")}</span>
        <span>{t("list.monitors", { count: monitors })}</span>
      </ListRowDetail>
    </ListRow>
  );
}

export default function AgentsPage() {
  const { t } = useWords();
  const { agents, here } = useLoaderData<typeof loader>();
  usePageRefresh(60);
  const rows = agents.map((agent) => <AgentItem key={agent.id} agent={agent} to={`${here}/${agent.id}`} />);
  const none = <EmptyState title={t("list.none")} about={t("list.none_about")} />;
  return (
    <>
      <PageHead
        title={t("page.list")}
        note={t("page.list_about")}
        action={<AddLink to={`${here}/new`}>{t("page.new")}</AddLink>}
      />
      {rows.length > 0 ? <ListPanel>{rows}</ListPanel> : none}
    </>
  );
}
