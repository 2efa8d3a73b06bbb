import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { alertWithOriginQuery } from "~/alerts/queries/alert-list";
import { ruleForAlert } from "~/alerts/rules/rule-match";
import { composeOpeningTexts } from "~/alerts/settling/engine/public-words";
import { attachableIncidentsQuery } from "~/alerts/settling/queries/attach";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type Status, statusRank } from "~/status/status";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { textSettingsOfPageQuery } from "./queries/raise";

/** The text of a new incident about an alert before anyone writes, as in the draft that its rule opens. */
export interface ProposedIncident {
  title: string;
  body: string;
  components: Record<string, Status>;
  /** Set when the alert affects no component. */
  impactOverride: "minor" | null;
}

/** The facts about an alert before a person opens an incident for it. */
export interface IncidentProposal {
  /** Null when the alert is over. */
  proposed: ProposedIncident | null;
  /** The open incident, or the draft, that has the alert already. */
  incident: { id: string; title: string } | null;
}

interface ProposalQuery {
  pageId: string;
  alertId: string;
}

const nothingProposed: IncidentProposal = { proposed: null, incident: null };

/**
 * Reads what an incident about a firing alert would contain, and which incident already has the alert. Five statements.
 */
export const readIncidentProposal = (ctx: Ctx, { pageId, alertId }: ProposalQuery): Promise<Result<IncidentProposal>> =>
  readOnPage(
    ctx,
    { pageId, role: "responder" },
    [
      alertWithOriginQuery(ctx, pageId, alertId),
      alertRulesOfPageQuery(ctx, pageId),
      activeComponentsOfPageQuery(ctx, pageId),
      textSettingsOfPageQuery(ctx, pageId),
      attachableIncidentsQuery(ctx, pageId),
    ],
    async ([[found], rules, shown, [settings], open]) => {
      if (!found || !settings || found.row.state !== "firing" || found.row.dismissedAt !== null) {
        return ok(nothingProposed);
      }
      const { row: alert, family } = found;
      const incident = open.find(({ id }) => id === alert.incidentId) ?? null;
      const rule = ruleForAlert(rules.map(ruleViewOf).map(ruleRecordOf), alert.sourceId, alert);
      if (rule === null) return ok({ ...nothingProposed, incident });
      const names = new Map(shown.map(({ id, name }) => [id, name]));
      const components = rule.components.filter(
        ({ componentId, status }) => names.has(componentId) && statusRank(status) > 0,
      );
      const known = { ...settings, names, facts: { sources: family ? [{ id: alert.sourceId, family }] : [] } };
      const texts = await composeOpeningTexts(ctx, known, { alert, rule, components, startedAt: alert.startedAt });
      const statuses = Object.fromEntries(components.map(({ componentId, status }) => [componentId, status]));
      return ok({
        proposed: { ...texts, components: statuses, impactOverride: components.length > 0 ? null : "minor" },
        incident,
      });
    },
  );
