import { readBatch } from "~/db/read";
import { rulesWithFiringAlertsQuery } from "~/now/queries/now";
import type { Ctx } from "~/platform/ctx";
import { missedAlertsQuery, missedIncidentsQuery } from "../../queries/missed-news";
import { isAlertStillMissed, missedNewsSeverity, missedNewsTeamContent } from "../../rules/missed-content";
import { builtInAlertTitle } from "../../rules/own-title";
import { emptyMessageContent, type ReadMessageContent } from "./published-message";
import { toMatchableRules } from "./unassigned-message";

type FoundIncident = Awaited<ReturnType<typeof missedIncidentsQuery>>[number];
type FoundAlert = Awaited<ReturnType<typeof missedAlertsQuery>>[number];

const idsIn = (text: string) => JSON.parse(text) as string[];

const incidentIn = ({ row, severities }: FoundIncident) => ({
  ...row,
  impact: { worst: row.impact, now: null },
  severities: JSON.parse(severities) as (string | null)[],
});

const alertIn = ({ row, ...of }: FoundAlert) => ({ ...row, titleSaid: builtInAlertTitle({ ...row, ...of }) });

/** Returns those for which no rule has been found since. */
async function stillMissed(ctx: Ctx, pageId: string, found: readonly FoundAlert[]) {
  if (found.length === 0) return [];
  const [rules] = await readBatch(ctx, rulesWithFiringAlertsQuery(ctx, pageId));
  return found.filter(({ row, family }) => isAlertStillMissed(toMatchableRules(rules), row, family));
}

/**
 * Reports the missed news that is still open or firing; news that is over, or that someone has been notified of since,
 * is left out.
 */
export const readMissedNewsMessage: ReadMessageContent = async (ctx, { pageId, scope, createdAt }) => {
  const asked = { pageId, subjects: JSON.stringify(scope.subjects ?? {}), now: ctx.now() };
  const [found, heard] = await readBatch(ctx, missedIncidentsQuery(ctx, asked), missedAlertsQuery(ctx, asked));
  const firing = await stillMissed(ctx, pageId, heard);
  const [first] = [...found, ...firing];
  if (!first) return emptyMessageContent;
  const facts = {
    since: Number(scope.since ?? createdAt),
    place: `${ctx.config.origin}/manage/${first.slug}`,
    incidents: found.map(incidentIn),
    alerts: firing.map(alertIn),
  };
  // An alert without a component concerns no particular component, so a message with such alerts names none.
  const componentIds = firing.length > 0 ? [] : [...new Set(found.flatMap((each) => idsIn(each.componentIds)))];
  return { told: (words) => missedNewsTeamContent(words, facts), componentIds, severity: missedNewsSeverity(facts) };
};
