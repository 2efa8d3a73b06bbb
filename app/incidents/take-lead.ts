import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { leadUnlessLedStatement } from "./queries/incident-lead";
import { acknowledgeAlertsOfIncidentStatement } from "./queries/raise";

/**
 * Returns the statements with which the person who publishes an incident leads it, unless someone does, and acknowledges
 * those of its alerts that nobody acknowledged: they have it in hand. None for programs, which nobody would look for.
 */
export const takeLeadStatements = (
  { actor, now }: Pick<Ctx, "actor" | "now">,
  { pageId, id, takesLead }: { pageId: string; id: string; takesLead: boolean },
): SqlStatement[] =>
  takesLead && actor.kind === "person"
    ? [
        leadUnlessLedStatement(pageId, id, actor.id),
        acknowledgeAlertsOfIncidentStatement(pageId, id, { at: now(), personId: actor.id }),
      ]
    : [];
