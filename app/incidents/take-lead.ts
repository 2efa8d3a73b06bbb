import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { leadUnlessLedStatement } from "./queries/incident-lead";
import { acknowledgeAlertsOfIncidentStatement } from "./queries/raise";

/**
 * Returns the statements by which the person who publishes an incident becomes its lead, unless there is one, and
 * acknowledges its alerts that nobody has acknowledged. None for programs, whom nobody could ask about it.
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
