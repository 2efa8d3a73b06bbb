import type { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { readBatch } from "~/db/read";
import { firedAlertsOfSourceQuery, newsSpanOf, type StoredRule, sourceWithRulesQuery } from "../../queries/team-news";
import { severityForChannelFilter } from "../../rules/incident-severity";
import { builtInAlertTitle } from "../../rules/own-title";
import {
  explainUnassignedAlert,
  parseUnassignedReason,
  unassignedAlertsTeamContent,
} from "../../rules/unassigned-content";
import { emptyMessageContent, type ReadMessageContent } from "./published-message";

type Rules = Awaited<ReturnType<typeof alertRulesOfPageQuery>>;

/** Returns the rules in the form in which they are tried on an alert. */
export const toMatchableRules = (rules: readonly Pick<Rules[number], "row" | "components">[]) =>
  rules.map(({ row: { id, sourceId, position, match, mode, catchAll }, components }) => ({
    id,
    sourceId,
    position,
    match,
    mode,
    catchAll,
    moves: components !== "{}",
  }));

/** Returns the source's rules in the form in which they are tried. */
const rulesIn = (text: string) =>
  (JSON.parse(text) as StoredRule[]).map((each) => ({
    ...each,
    catchAll: each.catchAll === 1,
    moves: each.moves === 1,
  }));

const only = <Each>(all: readonly Each[]): Each | null => (new Set(all).size === 1 ? (all[0] ?? null) : null);

/** Reports the alerts that still fire and for which no rule, or no component, has been found since. */
export const readUnassignedAlertsMessage: ReadMessageContent = async (ctx, notice) => {
  const { pageId, subjectId, scope } = notice;
  const [fired, [source]] = await readBatch(
    ctx,
    firedAlertsOfSourceQuery(ctx, subjectId, newsSpanOf(notice)),
    sourceWithRulesQuery(ctx, pageId, subjectId),
  );
  if (!source || (source.mutedUntil ?? 0) > ctx.now()) return emptyMessageContent;
  const { family, sourceName: name } = source;
  const rules = rulesIn(source.rules);
  const reason = parseUnassignedReason(scope.reason);
  const found = fired.flatMap((alert) => {
    const why = explainUnassignedAlert(rules, { ...alert, sourceId: subjectId }, family);
    const titleSaid = builtInAlertTitle({ ...alert, family, sourceName: name });
    return why?.reason === reason ? [{ ...alert, titleSaid, ruleId: why.ruleId }] : [];
  });
  const told = {
    source: { id: subjectId, name, family },
    reason,
    alerts: found,
    ruleId: only(found.map(({ ruleId }) => ruleId)),
  };
  const severities = found.map(({ severity }) => severity);
  return {
    told: (words) => unassignedAlertsTeamContent(words, told),
    open: Boolean(source.fires),
    recurs: true,
    severity: severityForChannelFilter("none", severities),
  };
};
