import { rowsPerPurgePortion } from "~/backup/rules/purge";
import {
  deleteQuarantinedSubscribersSql,
  isQuarantineListDoneSql,
  quarantineListOfBatchesSql,
} from "~/mailers/queries/quarantine-list";
import { evidenceRetentionMs } from "~/monitors/rules/evidence";
import { longestMailWindowMs } from "~/people/rules/mail-allowance";
import { newId } from "~/platform/ids";
import { dayMs, hourMs } from "~/time/durations";
import { type ExpiringTable, expiringTableWalkedByKey, expiringTableWalkedByOwner } from "./purge-walk";

/**
 * Returns an id that sorts above all older ids that start with their time; ids of every other form sort above all of
 * these.
 */
const idBefore = (at: number) => `'${newId(Math.max(0, Math.floor(at)))}'`;
const beyondIds = "8";
const ms = (at: number) => String(Math.floor(at));

/** JSON of the ids below which a delivery has expired, by days from 0 to 31. */
const oldestIds = (now: number) =>
  `'[${Array.from({ length: 32 }, (_, days) => `"${newId(Math.max(0, Math.floor(now - days * dayMs)))}"`).join(",")}]'`;

const pageOfOwner = "LEFT JOIN page p ON p.id = o.page_id";

const openIncident = (table: string) =>
  `EXISTS (SELECT 1 FROM incident i WHERE i.id = ${table}.incident_id AND i.closed = 0)`;

/** Most children in one batch; a row with more goes in several, its oldest children first and itself last. */
const childrenAtOnce = rowsPerPurgePortion;
const episodesOf = (chosen: string) =>
  `DELETE FROM episode WHERE (alert_id, started_at) IN (SELECT e.alert_id, e.started_at FROM episode e
    WHERE e.alert_id IN (SELECT id FROM ${chosen}) ORDER BY e.alert_id, e.started_at LIMIT ${childrenAtOnce})`;
const withoutEpisodes = "NOT EXISTS (SELECT 1 FROM episode e WHERE e.alert_id = alert.id)";

/** Makes the page settle without firing alerts of a deleted source. */
const settleWithout = (chosen: string, now: number) =>
  `UPDATE settle SET wanted = wanted + 1, asked_at = CASE WHEN wanted > done THEN asked_at ELSE ${ms(now)} END
    WHERE page_id IN (SELECT page_id FROM ${chosen} AND alert.state = 'firing')`;

/** Deliveries, kept as long as their page says; of a deleted source, none. */
const deliveries: readonly ExpiringTable[] = [
  expiringTableWalkedByOwner({
    name: "delivery",
    rest: hourMs,
    table: "delivery",
    key: ["source_id", "id"],
    owners: "source",
    joins: pageOfOwner,
    within: (now) => `CASE WHEN p.id IS NULL THEN '~' ELSE ${oldestIds(now)} ->> min(p.delivery_days, 31) END`,
  }),
  expiringTableWalkedByKey({
    name: "source_overlap",
    rest: dayMs,
    table: "source_overlap",
    key: ["source_id", "what"],
    columns: ["ends_at"],
    over: (now) => `source_overlap.ends_at < ${ms(now)}`,
  }),
  // Deliveries under the sender's own id, in no order of time, so each row is read once a day.
  expiringTableWalkedByOwner({
    name: "delivery_by_sender",
    rest: dayMs,
    table: "delivery",
    key: ["source_id", "id"],
    owners: "source",
    joins: pageOfOwner,
    from: beyondIds,
    over: (now) => `d.received_at < ${ms(now)} - p.delivery_days * ${dayMs}`,
    still: (now) => `received_at < ${ms(now - dayMs)}`,
  }),
];

/** Recoveries of unknown alerts for two days, alerts for 90 after their last update, with their episodes. */
const alerts: readonly ExpiringTable[] = [
  expiringTableWalkedByKey({
    name: "tombstone",
    rest: 6 * hourMs,
    table: "alert",
    key: ["last_seen_at", "id"],
    primary: 1,
    columns: ["state", "started_at"],
    index: "alert_tombstone",
    holds: "instr(flags, 'tombstone') > 0",
    within: (now) => `last_seen_at < ${ms(now - 2 * dayMs)}`,
    over: (now) => `alert.state = 'resolved' AND alert.last_seen_at < ${ms(now - 2 * dayMs)}
      AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.alert_id = alert.id AND e.started_at < alert.started_at)`,
    children: (chosen) => [episodesOf(chosen)],
    childless: withoutEpisodes,
  }),
  expiringTableWalkedByKey({
    name: "alert",
    rest: dayMs,
    table: "alert",
    key: ["id"],
    columns: ["state", "last_seen_at", "incident_id", "source_id"],
    over: (
      now,
    ) => `CASE alert.state WHEN 'resolved' THEN alert.last_seen_at < ${ms(now - 90 * dayMs)} AND NOT ${openIncident("alert")}
      ELSE NOT EXISTS (SELECT 1 FROM source s WHERE s.id = alert.source_id) END`,
    children: (chosen, now) => [settleWithout(chosen, now), episodesOf(chosen)],
    childless: withoutEpisodes,
  }),
  expiringTableWalkedByKey({
    name: "episode",
    rest: 7 * dayMs,
    table: "episode",
    key: ["alert_id", "started_at"],
    columns: ["ended_at", "incident_id"],
    over: (now) => `(NOT EXISTS (SELECT 1 FROM alert a WHERE a.id = episode.alert_id)
      OR (episode.ended_at < ${ms(now - 90 * dayMs)} AND NOT ${openIncident("episode")} AND EXISTS
        (SELECT 1 FROM alert a WHERE a.id = episode.alert_id AND a.started_at > episode.started_at)))`,
  }),
  expiringTableWalkedByKey({
    name: "alert_group",
    rest: dayMs,
    table: "alert_group",
    key: ["page_id", "id"],
    columns: ["source_id"],
    over: () => "NOT EXISTS (SELECT 1 FROM source s WHERE s.id = alert_group.source_id)",
  }),
];

const batchesOf = (chosen: string) => `(notice_id, round, number) IN (SELECT notice_id, round, number FROM batch
    WHERE notice_id IN (SELECT id FROM ${chosen}) ORDER BY notice_id, round, number LIMIT ${childrenAtOnce})`;

/**
 * Notices and their deliveries, for 30 days after their use; bouncing recipients that a batch names are listed before
 * it is deleted.
 */
const told: readonly ExpiringTable[] = [
  expiringTableWalkedByKey({
    name: "notice",
    rest: 6 * hourMs,
    table: "notice",
    key: ["id"],
    columns: ["due_at", "expires_at"],
    within: (now) => `id < ${idBefore(now - 30 * dayMs)}`,
    over: (now) => `notice.due_at IS NULL AND notice.expires_at < ${ms(now - 30 * dayMs)}`,
    children: (chosen) => [
      quarantineListOfBatchesSql(`SELECT * FROM batch WHERE ${batchesOf(chosen)}`),
      `DELETE FROM batch WHERE ${batchesOf(chosen)}`,
    ],
    childless: "NOT EXISTS (SELECT 1 FROM batch b WHERE b.notice_id = notice.id)",
  }),
  expiringTableWalkedByOwner({
    name: "channel_delivery",
    rest: 6 * hourMs,
    table: "channel_delivery",
    key: ["channel_id", "notice_id"],
    owners: "channel",
    within: (now) => `CASE WHEN o.id IS NULL THEN '~' ELSE ${idBefore(now - 30 * dayMs)} END
      AND (o.id IS NULL OR d.due_at IS NULL)`,
  }),
  expiringTableWalkedByKey({
    name: "channel_thread",
    rest: 7 * dayMs,
    table: "channel_thread",
    key: ["channel_id", "subject_id"],
    columns: ["updated_at"],
    over: (now) => `channel_thread.updated_at < ${ms(now - 90 * dayMs)}`,
  }),
];

/** Measurements, for 400 days; of a deleted monitor or heartbeat, none. */
const measured: readonly ExpiringTable[] = [
  expiringTableWalkedByOwner({
    name: "monitor_hour",
    rest: dayMs,
    table: "monitor_hour",
    key: ["monitor_id", "hour"],
    owners: "monitor",
    within: (now) =>
      `CASE WHEN o.id IS NULL THEN ${Number.MAX_SAFE_INTEGER} ELSE ${ms((now - 400 * dayMs) / hourMs)} END`,
  }),
  expiringTableWalkedByOwner({
    name: "monitor_evidence",
    rest: dayMs,
    table: "monitor_evidence",
    key: ["monitor_id", "at"],
    owners: "monitor",
    within: (now) => `CASE WHEN o.id IS NULL THEN ${Number.MAX_SAFE_INTEGER} ELSE ${ms(now - evidenceRetentionMs)} END`,
  }),
  expiringTableWalkedByKey({
    name: "standstill",
    rest: dayMs,
    table: "standstill",
    key: ["started_at"],
    columns: ["ended_at"],
    over: (now) => `standstill.ended_at < ${ms(now - 400 * dayMs)}`,
  }),
  expiringTableWalkedByOwner({
    name: "ping_body",
    rest: dayMs,
    table: "ping_body",
    key: ["heartbeat_id", "slot"],
    owners: "heartbeat",
    within: () => `CASE WHEN o.id IS NULL THEN ${Number.MAX_SAFE_INTEGER} END`,
  }),
];

const expiring = (table: string, after: number, rest: number): ExpiringTable =>
  expiringTableWalkedByKey({
    name: table,
    rest,
    table,
    key: ["token_hash"],
    columns: ["expires_at"],
    over: (now) => `${table}.expires_at < ${ms(now - after)}`,
  });

/** Walks an index by time, because most of these rows live for minutes. */
const expiringByInstant = (table: string, key: string): ExpiringTable =>
  expiringTableWalkedByKey({
    name: table,
    rest: hourMs,
    table,
    key: ["expires_at", key],
    primary: 1,
    index: `${table}_expires`,
    within: (now) => `expires_at < ${ms(now)}`,
    over: (now) => `${table}.expires_at < ${ms(now)}`,
  });

/** Rows are kept until they expire. Invitations stay 30 days longer, so that their holders are told whom to ask. */
const doors: readonly ExpiringTable[] = [
  expiring("session", 0, dayMs),
  expiring("sign_in_link", dayMs, 6 * hourMs),
  expiring("invitation", 30 * dayMs, 7 * dayMs),
  expiringByInstant("device_code", "device_hash"),
  expiringByInstant("challenge", "token_hash"),
];

/** SQL for the days after which a row of an allowance is of no more use. */
const ledgerDays = `CASE mail_ledger.allowance WHEN 'asked_once' THEN ${longestMailWindowMs("asked_once") / dayMs} ELSE 1 END`;

/** Counts that matter for a while: emails by recipient, and rows that strangers caused. */
const counted: readonly ExpiringTable[] = [
  expiringTableWalkedByKey({
    name: "mail_ledger",
    rest: dayMs,
    table: "mail_ledger",
    key: ["recipient", "allowance"],
    columns: ["updated_at"],
    over: (now) => `mail_ledger.updated_at < ${ms(now)} - ${ledgerDays} * ${dayMs}`,
  }),
  expiringTableWalkedByKey({
    name: "stranger_rows",
    rest: dayMs,
    table: "stranger_rows",
    key: ["day", "bucket"],
    within: (now) => `day < ${ms(now / dayMs)}`,
    over: (now) => `stranger_rows.day < ${ms(now / dayMs)}`,
  }),
];

/** Unconfirmed subscribers are kept for seven days after their request; unreachable and former ones, for 90. */
const subscribers: readonly ExpiringTable[] = [
  expiringTableWalkedByKey({
    name: "subscriber",
    rest: dayMs,
    table: "subscriber",
    key: ["updated_at", "page_id", "id"],
    primary: 2,
    columns: ["state", "asked_at"],
    index: "subscriber_idle",
    holds: "state IN ('pending', 'unsubscribed')",
    within: (now) => `updated_at < ${ms(now - 7 * dayMs)}`,
    over: (
      now,
    ) => `((subscriber.state = 'pending' AND max(subscriber.updated_at, coalesce(subscriber.asked_at, 0)) < ${ms(now - 7 * dayMs)})
      OR (subscriber.state = 'unsubscribed' AND subscriber.updated_at < ${ms(now - 90 * dayMs)}))`,
  }),
  expiringTableWalkedByKey({
    name: "quarantine_list",
    rest: dayMs,
    table: "quarantine_list",
    key: ["due_at", "page_id", "id"],
    within: (now) => `due_at < ${ms(now)}`,
    over: (now) => `quarantine_list.due_at < ${ms(now)}`,
    children: (chosen, now) => [deleteQuarantinedSubscribersSql(chosen, now, childrenAtOnce)],
    childless: isQuarantineListDoneSql,
  }),
];

/**
 * Tables whose rows are kept for a limited time: which, how long, and by which key they are found (docs/data-model.md).
 */
export const expiringTables: readonly ExpiringTable[] = [
  ...deliveries,
  ...alerts,
  ...told,
  ...measured,
  ...doors,
  ...counted,
  ...subscribers,
];
