import { read } from "~/db/read";
import { rulesAtWork } from "~/now/queries/now";
import type { Ctx } from "~/platform/ctx";
import { missedAlerts, missedIncidents } from "../../queries/missed-news";
import { isStillMissed, severityOfMissed, toldOfMissed } from "../../rules/missed-told";
import { ownTitle } from "../../rules/own-title";
import { nothing, type Tell } from "./published-message";
import { tried } from "./unassigned";

type FoundIncident = Awaited<ReturnType<typeof missedIncidents>>[number];
type FoundAlert = Awaited<ReturnType<typeof missedAlerts>>[number];

const idsIn = (text: string) => JSON.parse(text) as string[];

const incidentIn = ({ row, severities }: FoundIncident) => ({
  ...row,
  impact: { worst: row.impact, now: null },
  severities: JSON.parse(severities) as (string | null)[],
});

const alertIn = ({ row, ...of }: FoundAlert) => ({ ...row, titleSaid: ownTitle({ ...row, ...of }) });

/** Returns those for which no rule has been found since. */
async function stillMissed(ctx: Ctx, pageId: string, found: readonly FoundAlert[]) {
  if (found.length === 0) return [];
  const [rules] = await read(ctx, rulesAtWork(ctx, pageId));
  return found.filter(({ row, family }) => isStillMissed(tried(rules), row, family));
}

/**
 * Reports the missed news that is still open or firing; news that is over, or that someone has been notified of since,
 * is left out.
 */
export const tellMissed: Tell = async (ctx, { pageId, scope, createdAt }) => {
  const asked = { pageId, subjects: JSON.stringify(scope.subjects ?? {}), now: ctx.now() };
  const [found, heard] = await read(ctx, missedIncidents(ctx, asked), missedAlerts(ctx, asked));
  const firing = await stillMissed(ctx, pageId, heard);
  const [first] = [...found, ...firing];
  if (!first) return nothing;
  const facts = {
    since: Number(scope.since ?? createdAt),
    place: `${ctx.config.origin}/manage/${first.slug}`,
    incidents: found.map(incidentIn),
    alerts: firing.map(alertIn),
  };
  // An alert without a component concerns no particular component, so a message with such alerts names none.
  const componentIds = firing.length > 0 ? [] : [...new Set(found.flatMap((each) => idsIn(each.componentIds)))];
  return { told: (words) => toldOfMissed(words, facts), componentIds, severity: severityOfMissed(facts) };
};
