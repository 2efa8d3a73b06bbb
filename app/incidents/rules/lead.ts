import { fail, goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { IncidentVisibility } from "./incident";

/** The facts on which a change of the lead is decided. Ids are those of people; null = nobody. */
export interface LeadChangeFacts {
  row: { visibility: IncidentVisibility; leadId: string | null };
  leadId: string | null;
  /** The lead as the form showed it; undefined when the request has read none. */
  shownLeadId: string | null | undefined;
  /** Text for the next lead; "" for none. */
  note: string;
  /** True when the next lead is a member of the page who may change incidents. */
  mayLead: boolean;
}

/**
 * Decides whether the lead changes. Of two people who take it at once the second is refused, because two who both
 * believe that they lead are worse than a second press. Failures: gone, conflict, invalid.
 */
export function decideLeadChange(facts: LeadChangeFacts): Result<"kept" | "changed"> {
  const { row, leadId, shownLeadId, note, mayLead } = facts;
  if (row.visibility === "withdrawn") return goneFailure;
  if (row.visibility === "dismissed")
    return fail({ name: "conflict", code: "dismissed", detail: "incident.dismissed" });
  if (row.leadId === leadId && note === "") return ok("kept");
  if (shownLeadId !== undefined && shownLeadId !== row.leadId)
    return fail({ name: "conflict", code: "lead_changed", detail: "incident.lead_changed" });
  if (leadId !== null && !mayLead) return invalidFieldFailure("leadId", "incident.lead_no_member");
  return ok("changed");
}

/** Returns the action in the audit log. */
export function leadChangeAction(leadId: string | null, actorId: string | null): string {
  if (leadId === null) return "incident.lead_leave";
  return leadId === actorId ? "incident.lead_take" : "incident.lead_hand_over";
}
