import { eq, sql } from "drizzle-orm";
import { alertTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { presentStateNoticeKind, teamNotifyingNoticeKinds } from "../rules/missed-events";

const listed = (texts: readonly string[]) => texts.map((each) => `'${each}'`).join(", ");

/** Deliveries of notice `n` to channels that still exist. */
const deliveriesOf = (n: string) =>
  `channel c CROSS JOIN channel_delivery d ON d.channel_id = c.id AND d.notice_id = ${n}.id WHERE c.page_id = ${n}.page_id`;

/** True when a receiver accepted the notice: a mail server, or a channel. A try that failed reached nobody. */
const isAccepted = (n: string) => `(${n}.sent > 0 OR EXISTS (SELECT 1 FROM ${deliveriesOf(n)} AND d.state = 'sent'))`;

/** Notices `n` of some kinds about a subject of alert `o`, since the alert started. */
const noticesAbout = (o: string, kinds: readonly string[], subject: string) =>
  `notice n WHERE n.kind IN (${listed(kinds)}) AND n.subject_id = ${subject} AND n.created_at >= ${o}.started_at`;

const ofSource = (o: string) => noticesAbout(o, ["alert_fired"], `${o}.source_id`);
/** The one message that a new channel gets about what was firing already; its subject is the page. */
const ofPage = (o: string) => noticesAbout(o, [presentStateNoticeKind], `${o}.page_id`);
const ofIncident = (o: string) => noticesAbout(o, teamNotifyingNoticeKinds, `${o}.incident_id`);

/** True when a receiver accepted a notice about alert `o`: as news of its source, of its page or of its incident. */
export const alertAcceptedSql = (o: string): string =>
  `(EXISTS (SELECT 1 FROM ${ofSource(o)} AND ${isAccepted("n")})
    OR EXISTS (SELECT 1 FROM ${ofPage(o)} AND ${isAccepted("n")})
    OR (${o}.incident_id IS NOT NULL AND EXISTS (SELECT 1 FROM ${ofIncident(o)} AND ${isAccepted("n")})))`;

const failedTries = (notices: string) =>
  `coalesce((SELECT sum(n.failed + (SELECT coalesce(sum(json_array_length(d.attempts)), 0) FROM ${deliveriesOf("n")}))
    FROM ${notices}), 0)`;

/** Returns how many tries to notify the team of the alert failed; 0 once a receiver accepted one. */
export const failedTriesOfAlertQuery = ({ db }: Pick<Ctx, "db">, id: string) =>
  db
    .select({
      count: sql<number>`CASE WHEN ${sql.raw(alertAcceptedSql("alert"))} THEN 0
        ELSE ${sql.raw(failedTries(ofSource("alert")))} + ${sql.raw(failedTries(ofIncident("alert")))} END`.as(
        "failed_tries",
      ),
    })
    .from(alertTable)
    .where(eq(alertTable.id, id));
