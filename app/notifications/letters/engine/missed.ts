import { read } from "~/db/read";
import type { EditedPart } from "~/incidents/rules/edited-parts";
import type { SaidTitle } from "~/text/said-title";
import { missedAlerts, missedIncidents } from "../../queries/missed";
import { severityOfMissed, toldOfMissed } from "../../rules/missed-told";
import { ownTitle } from "../../rules/own-title";
import { nothing, type Tell } from "./published-message";

type Found = Awaited<ReturnType<typeof missedIncidents>>[number];

const idsIn = (text: string) => JSON.parse(text) as string[];
const incidentIn = ({ titleSaid, editedParts, severities, ...row }: Found) => ({
  ...row,
  titleSaid: titleSaid === null ? null : (JSON.parse(titleSaid) as SaidTitle),
  editedParts: JSON.parse(editedParts) as EditedPart[],
  severities: JSON.parse(severities) as (string | null)[],
});
const labelsIn = (text: string) => JSON.parse(text) as Record<string, string>;

/** What of it is open or fires when it is read: nothing that is over, and nothing that somebody was told of since. */
export const tellMissed: Tell = async (ctx, { pageId, scope, createdAt }) => {
  const asked = { pageId, subjects: JSON.stringify(scope.subjects ?? {}), now: ctx.now() };
  const [incidents, found] = await read(ctx, missedIncidents(ctx, asked), missedAlerts(ctx, asked));
  const [first] = [...incidents, ...found];
  if (!first) return nothing;
  const alerts = found.map((each) => ({ ...each, titleSaid: ownTitle({ ...each, labels: labelsIn(each.labels) }) }));
  const facts = {
    since: Number(scope.since ?? createdAt),
    place: `${ctx.config.origin}/manage/${first.slug}`,
    incidents: incidents.map(incidentIn),
    alerts,
  };
  // An alert that reaches no component is about none in particular, and so is what names it.
  const componentIds = alerts.length > 0 ? [] : [...new Set(incidents.flatMap((each) => idsIn(each.componentIds)))];
  return { told: (words) => toldOfMissed(words, facts), componentIds, severity: severityOfMissed(facts) };
};
