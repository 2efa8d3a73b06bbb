import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "../../queries/notice";
import { accountNewsEmailWriter } from "./account-news";
import { confirmEmailWriter } from "./confirm";
import { incidentEmailWriter } from "./incident";
import { incidentLeadEmailWriter } from "./incident-lead";
import { invitationEmailWriter } from "./invitation";
import { maintenanceEmailWriter } from "./maintenance";
import { restatingEmailWriter } from "./past-restated";
import { signInEmailWriter } from "./sign-in";
import { teamEmailWriter } from "./team";
import { unacknowledgedEmailWriter } from "./unacknowledged-message";
import type { EmailWriter, MakeEmailWriter } from "./writer";

export type { EmailWriter } from "./writer";

const writers: Record<string, MakeEmailWriter> = {
  incident_update: incidentEmailWriter,
  incident_postmortem: incidentEmailWriter,
  maintenance_scheduled: maintenanceEmailWriter,
  maintenance_reminder: maintenanceEmailWriter,
  maintenance_in_progress: maintenanceEmailWriter,
  maintenance_update: maintenanceEmailWriter,
  maintenance_completed: maintenanceEmailWriter,
  maintenance_cancelled: maintenanceEmailWriter,
  subscriber_confirm: confirmEmailWriter,
  sign_in: signInEmailWriter,
  invitation: invitationEmailWriter,
  account_news: accountNewsEmailWriter,
  past_restated: restatingEmailWriter,
  incident_lead: incidentLeadEmailWriter,
  alert_unacknowledged: unacknowledgedEmailWriter,
};

/** Kinds without a writer of their own go to the team. */
export const emailWriterForKind = (kind: string): MakeEmailWriter => writers[kind] ?? teamEmailWriter;

/**
 * Returns the writer of a notice's emails; several notices of one subject, oldest first, form a digest. Reads the facts
 * once for all recipients, with at most four statements. Null when nothing is left to send.
 */
export async function emailWriterOf(ctx: Ctx, notices: readonly NoticeRow[]): Promise<EmailWriter | null> {
  const [first, ...rest] = notices;
  const last = rest.at(-1) ?? first;
  if (!first || !last) return null;
  return emailWriterForKind(last.kind)({ ctx, notices: [first, ...rest], masked: false });
}
