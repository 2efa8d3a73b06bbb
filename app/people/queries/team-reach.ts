import { sql } from "drizzle-orm";

/** SQL that is true when a membership `m` may act on its page. */
export const mayRespondSql = "m.role IN ('responder', 'admin', 'owner')";

const untried = "untried";

/** State of the last delivery to channel `c` that was tried; its keys are in the order of time. */
const lastTriedState = `coalesce((SELECT d.state FROM channel_delivery d WHERE d.channel_id = c.id AND d.attempts <> '[]'
    AND d.state <> 'overtaken' ORDER BY d.notice_id DESC LIMIT 1), '${untried}')`;

/** SQL that counts the channels that get drafts, by the state of their last delivery. */
const draftChannelCount = (isCounted: string) =>
  sql<number>`(SELECT count(*) FROM channel c WHERE c.page_id = page.id AND c.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(c.events) e WHERE e.value = 'draft_opened')
    AND ${sql.raw(`${lastTriedState} ${isCounted}`)})`;

/**
 * Columns of a page's row that count the members and channels which a draft notifies. Read by the page's members and
 * channels, and the last delivery of each channel.
 */
export const teamReachColumns = {
  people: sql<number>`(SELECT count(*) FROM membership m JOIN person p ON p.id = m.person_id
    WHERE m.page_id = page.id AND ${sql.raw(mayRespondSql)} AND p.email IS NOT NULL AND p.disabled_at IS NULL)`.as(
    "people",
  ),
  channels: draftChannelCount(`IN ('sent', '${untried}')`).as("channels"),
  failingChannels: draftChannelCount(`NOT IN ('sent', '${untried}')`).as("failing_channels"),
  untriedChannels: draftChannelCount(`= '${untried}'`).as("untried_channels"),
};

/** Columns of the deployment's mailers: their number, and whether all of them fail. */
export const teamMailColumns = {
  mailers: sql<number>`(SELECT count(*) FROM mailer)`.as("mailers"),
  failing: sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.id = 1 AND d.mail_failing_since IS NOT NULL)`.as(
    "failing",
  ),
};
