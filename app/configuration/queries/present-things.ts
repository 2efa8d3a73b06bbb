import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import {
  agentTable,
  channelTable,
  componentGroupTable,
  componentTable,
  heartbeatTable,
  invitationTable,
  membershipTable,
  monitorTable,
  pageTable,
  personTable,
  ruleTable,
  sourceTable,
  templateTable,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { configuredThingsOfPagesQuery, isOneOfCondition } from "./configured-thing";

type Db = Pick<Ctx, "db">;
type PageIds = readonly string[];

const pagesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(pageTable)
    .where(and(isOneOfCondition(pageTable.id, pageIds), isNull(pageTable.deletedAt)))
    .orderBy(asc(pageTable.id));

const groupsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(componentGroupTable)
    .where(isOneOfCondition(componentGroupTable.pageId, pageIds))
    .orderBy(asc(componentGroupTable.position), asc(componentGroupTable.id));

const componentsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(componentTable)
    .where(and(isOneOfCondition(componentTable.pageId, pageIds), isNull(componentTable.archivedAt)))
    .orderBy(asc(componentTable.position), asc(componentTable.id));

/** Columns of a monitor or heartbeat that its `source` has; not named as its own columns are. */
const sourceColumns = {
  kind: sourceTable.kind,
  name: sourceTable.name,
  settingsSealed: sourceTable.settingsSealed,
  mutedUntil: sourceTable.mutedUntil,
  dependsOn: sourceTable.dependsOn,
  version: sourceTable.version,
};

const monitorsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      ...sourceColumns,
      id: monitorTable.id,
      pageId: monitorTable.pageId,
      pausedAt: monitorTable.pausedAt,
      chartShown: monitorTable.chartShown,
      tags: monitorTable.tags,
      agree: monitorTable.agree,
      continents: monitorTable.continents,
      regions: monitorTable.regions,
      slowerThanUsual: monitorTable.slowerThanUsual,
      degradedAboveMs: monitorTable.degradedAboveMs,
      inARow: monitorTable.inARow,
      retries: monitorTable.retries,
      timeoutSeconds: monitorTable.timeoutSeconds,
      interval: monitorTable.interval,
      agentId: monitorTable.agentId,
    })
    .from(monitorTable)
    .innerJoin(sourceTable, eq(sourceTable.id, monitorTable.id))
    .where(isOneOfCondition(monitorTable.pageId, pageIds))
    .orderBy(sql`lower(source.name)`, asc(monitorTable.id));

/** An agent's heartbeat belongs to the agent, and is left out. */
const heartbeatsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      ...sourceColumns,
      id: heartbeatTable.id,
      pageId: heartbeatTable.pageId,
      slug: heartbeatTable.slug,
      tags: heartbeatTable.tags,
      schedule: heartbeatTable.schedule,
      graceSeconds: heartbeatTable.graceSeconds,
      postOnly: heartbeatTable.postOnly,
      manualResume: heartbeatTable.manualResume,
      wordsIn: heartbeatTable.wordsIn,
      failWords: heartbeatTable.failWords,
      successWords: heartbeatTable.successWords,
      startWords: heartbeatTable.startWords,
      state: heartbeatTable.state,
    })
    .from(heartbeatTable)
    .innerJoin(sourceTable, eq(sourceTable.id, heartbeatTable.id))
    .where(
      and(
        isOneOfCondition(heartbeatTable.pageId, pageIds),
        sql`NOT EXISTS (SELECT 1 FROM agent a WHERE a.id = heartbeat.id)`,
      ),
    )
    .orderBy(sql`lower(source.name)`, asc(heartbeatTable.id));

const agentsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      id: agentTable.id,
      pageId: agentTable.pageId,
      every: agentTable.every,
      name: sourceTable.name,
      version: sourceTable.version,
    })
    .from(agentTable)
    .innerJoin(sourceTable, eq(sourceTable.id, agentTable.id))
    .where(isOneOfCondition(agentTable.pageId, pageIds));

const sourcesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(sourceTable)
    .where(and(isOneOfCondition(sourceTable.pageId, pageIds), eq(sourceTable.family, "source")))
    .orderBy(sql`lower(name)`, asc(sourceTable.id));

const ruleComponents = sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM rule_component c
  WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;

/** All rules, those of monitors and heartbeats too, in the order in which they are tried. */
const rulesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({ row: ruleTable, components: ruleComponents.as("components") })
    .from(ruleTable)
    .where(isOneOfCondition(ruleTable.pageId, pageIds))
    .orderBy(asc(ruleTable.catchAll), asc(ruleTable.position), asc(ruleTable.id));

const channelsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(channelTable)
    .where(isOneOfCondition(channelTable.pageId, pageIds))
    .orderBy(sql`lower(name)`, asc(channelTable.id));

const templatesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(templateTable)
    .where(isOneOfCondition(templateTable.pageId, pageIds))
    .orderBy(sql`lower(name)`, asc(templateTable.id));

const membersQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      id: membershipTable.personId,
      pageId: membershipTable.pageId,
      role: membershipTable.role,
      version: membershipTable.version,
      name: personTable.name,
      email: personTable.email,
      isInvited: sql<number>`0`.as("is_invited"),
    })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(and(isOneOfCondition(membershipTable.pageId, pageIds), eq(personTable.kind, "human")));

const openInvitationsQuery = ({ db }: Db, pageIds: PageIds, now: number) =>
  db
    .select({
      id: invitationTable.id,
      pageId: invitationTable.pageId,
      role: invitationTable.role,
      version: sql<number>`0`.as("version"),
      name: sql<string>`''`.as("name"),
      email: invitationTable.email,
      isInvited: sql<number>`1`.as("is_invited"),
    })
    .from(invitationTable)
    .where(
      and(
        isOneOfCondition(invitationTable.pageId, pageIds),
        isNull(invitationTable.acceptedAt),
        isNotNull(invitationTable.email),
        gt(invitationTable.expiresAt, now),
      ),
    );

/** People of the page by their names, and then those who are invited: one statement for both. */
const peopleQuery = (ctx: Db, pageIds: PageIds, now: number) =>
  membersQuery(ctx, pageIds)
    .unionAll(openInvitationsQuery(ctx, pageIds, now))
    .orderBy(sql`is_invited`, sql`name`, sql`id`);

/** Reads all that a file can hold of these pages, with as many statements for a hundred pages as for one. */
export const presentThingsQueries = (ctx: Db, pageIds: PageIds, now: number) =>
  [
    pagesQuery(ctx, pageIds),
    groupsQuery(ctx, pageIds),
    componentsQuery(ctx, pageIds),
    monitorsQuery(ctx, pageIds),
    heartbeatsQuery(ctx, pageIds),
    agentsQuery(ctx, pageIds),
    sourcesQuery(ctx, pageIds),
    rulesQuery(ctx, pageIds),
    channelsQuery(ctx, pageIds),
    templatesQuery(ctx, pageIds),
    peopleQuery(ctx, pageIds, now),
    configuredThingsOfPagesQuery(ctx, pageIds),
  ] as const;

/** Finds these pages by their slugs, with a person's role on each. */
export const pagesBySlugsQuery = ({ db }: Db, slugs: readonly string[], personId: string) =>
  db
    .select({
      id: pageTable.id,
      slug: pageTable.slug,
      role: sql<
        string | null
      >`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`.as("role"),
    })
    .from(pageTable)
    .where(and(isOneOfCondition(pageTable.slug, slugs), isNull(pageTable.deletedAt)));

const isLiveRoleOf = (personId: string) => and(eq(membershipTable.personId, personId), isNull(pageTable.deletedAt));

/** Reads a person's roles on the pages of a job. */
export const rolesOnPagesOfJobQuery = ({ db }: Db, jobId: string, personId: string) =>
  db
    .select({ pageId: membershipTable.pageId, role: membershipTable.role })
    .from(membershipTable)
    .innerJoin(pageTable, eq(pageTable.id, membershipTable.pageId))
    .where(
      and(
        sql`${membershipTable.pageId} IN (SELECT p.value FROM configuration_job j, json_each(j.page_ids) p WHERE j.id = ${jobId})`,
        isLiveRoleOf(personId),
      ),
    );

/** Reads a person's roles on these pages today. */
export const rolesOnPagesQuery = ({ db }: Db, pageIds: PageIds, personId: string) =>
  db
    .select({ pageId: membershipTable.pageId, role: membershipTable.role })
    .from(membershipTable)
    .innerJoin(pageTable, eq(pageTable.id, membershipTable.pageId))
    .where(and(isOneOfCondition(membershipTable.pageId, pageIds), isLiveRoleOf(personId)));
