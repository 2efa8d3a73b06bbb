import type { Ctx } from "~/platform/ctx";
import type { NoticeRow } from "../../queries/notice";
import { accountNewsWriter } from "./account-news";
import { confirmWriter } from "./confirm";
import { incidentWriter } from "./incident";
import { invitationWriter } from "./invitation";
import { maintenanceWriter } from "./maintenance";
import { pastRestatedWriter } from "./past-restated";
import { signInWriter } from "./sign-in";
import { teamWriter } from "./team";
import { unacknowledgedWriter } from "./unacknowledged-message";
import type { LetterWriter, MakeWriter } from "./writer";

export type { LetterWriter } from "./writer";

const writers: Record<string, MakeWriter> = {
  incident_update: incidentWriter,
  incident_postmortem: incidentWriter,
  maintenance_scheduled: maintenanceWriter,
  maintenance_reminder: maintenanceWriter,
  maintenance_in_progress: maintenanceWriter,
  maintenance_update: maintenanceWriter,
  maintenance_completed: maintenanceWriter,
  maintenance_cancelled: maintenanceWriter,
  subscriber_confirm: confirmWriter,
  sign_in: signInWriter,
  invitation: invitationWriter,
  account_news: accountNewsWriter,
  past_restated: pastRestatedWriter,
  alert_unacknowledged: unacknowledgedWriter,
};

/** Kinds without a writer of their own go to the team. */
export const writerFor = (kind: string): MakeWriter => writers[kind] ?? teamWriter;

/**
 * Returns the writer of a notice's emails; several notices of one subject, oldest first, are a digest. Reads the facts
 * once, with at most four statements for all recipients. Null when there is nothing left to say.
 */
export async function letterWriter(ctx: Ctx, notices: readonly NoticeRow[]): Promise<LetterWriter | null> {
  const [first, ...rest] = notices;
  const last = rest.at(-1) ?? first;
  if (!first || !last) return null;
  return writerFor(last.kind)({ ctx, notices: [first, ...rest], masked: false });
}
