import { isRoleAtLeast } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { adapterSettingFields, maskSecretSettings, type SettingField } from "~/change/adapter-settings/settings";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { mailDeploymentFactsQuery } from "~/mailers/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { monitorKindOf } from "./kinds/known-kinds";
import { type MonitorSummaryView, monitorSummaryViewOf, openMonitorSettings, usualResponseMsOf } from "./monitor-view";
import { type MonitorWithHistoryRow, monitorWithHistoryQuery } from "./queries/monitor";
import { monitorRuleFieldValues } from "./rule-rows";
import { storedMonitorState } from "./rules/known-state";
import type { SecondOpinion, VoteResult } from "./rules/monitor";
import { probePlaceName } from "./rules/probes";

export interface MonitorView extends MonitorSummaryView {
  /** Settings for admins, with secrets removed; empty for everyone else, and when they cannot be decrypted. */
  settings: Record<string, unknown>;
  settingFields: SettingField[];
  /** Map of component id → the status that the component has while the monitor is down. */
  components: Record<string, string>;
  mode: string;
  /** Wait before an incident opens, in seconds; `resolveAfter` is the wait before it is resolved. */
  hold: number;
  resolveAfter: number;
  /** The agent that checks it; null when checks run here. */
  agentId: string | null;
  timeoutSeconds: number;
  retries: number;
  inARow: number;
  degradedAboveMs: number | null;
  slowerThanUsual: number | null;
  /** The 95th percentile of 7 days in ms; null when it is not compared, or when there is too little data. */
  usualMs: number | null;
  regions: string[];
  /** Continents of Globalping's probes. */
  continents: string[];
  agree: number | null;
  dependsOn: string | null;
  chartShown: boolean;
  /** The last opinions of the chosen places. */
  opinions: SecondOpinion[];
  /** Result of the last vote; null when there was none. */
  ballot: VoteResult | null;
  /**
   * True when this deployment can check from other regions; `asksProbes` is the same for Globalping's probes, which
   * need a token.
   */
  asksRegions: boolean;
  asksProbes: boolean;
  shardId: string;
  createdAt: number;
  updatedAt: number;
}

const checksOf = ({ timeoutSeconds, retries, inARow, degradedAboveMs, ...row }: MonitorWithHistoryRow) => ({
  timeoutSeconds,
  retries,
  inARow,
  degradedAboveMs,
  slowerThanUsual: row.slowerThanUsual,
  usualMs: usualResponseMsOf(row),
  agentId: row.agentId,
  regions: row.regions,
  continents: row.continents,
  agree: row.agree,
  dependsOn: row.dependsOn,
  chartShown: row.chartShown,
  shardId: row.shardId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/**
 * Returns one monitor with its rule, its last hour and its uptime. Reads at most 31 rows and those of its rule's
 * components.
 */
export const readMonitor = (ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<MonitorView>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      monitorWithHistoryQuery(ctx, pageId, id, ctx.now()),
      alertRulesOfPageQuery(ctx, pageId, id),
      mailDeploymentFactsQuery(ctx),
    ],
    async ([[row], rules, [facts]], readersRole) => {
      if (!row) return missingFailure;
      const adapter = monitorKindOf(row.kind);
      const settings = isRoleAtLeast(readersRole, "admin")
        ? maskSecretSettings(adapter, (await openMonitorSettings(ctx, row)) ?? {})
        : {};
      const known = storedMonitorState(row);
      // No other place is asked about results that an agent or an external checker reported.
      const watchesHere = row.agentId === null && adapter?.from !== "reported";
      const chosen = [...row.regions, ...row.continents.map(probePlaceName)];
      return ok({
        ...(await monitorSummaryViewOf(ctx, row)),
        ...checksOf(row),
        ...monitorRuleFieldValues(rules.map(ruleViewOf)),
        settings,
        settingFields: adapter ? adapterSettingFields(adapter) : [],
        opinions: (known?.opinions ?? []).filter(({ region }) => chosen.includes(region)),
        ballot: known?.ballot ?? null,
        asksRegions: watchesHere && Boolean(ctx.bindings.CHECKER),
        asksProbes: watchesHere && Boolean(adapter?.publicLook) && facts?.globalpingSealed != null,
      });
    },
  );
