import { and, asc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import {
  agent,
  channel,
  component,
  componentGroup,
  heartbeat,
  invitation,
  membership,
  monitor,
  page,
  person,
  rule,
  source,
  template,
} from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { configuredThingsOfPagesQuery, isOneOf } from "./configured-thing";

type Db = Pick<Ctx, "db">;
type PageIds = readonly string[];

const pagesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(page)
    .where(and(isOneOf(page.id, pageIds), isNull(page.deletedAt)))
    .orderBy(asc(page.id));

const groupsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(componentGroup)
    .where(isOneOf(componentGroup.pageId, pageIds))
    .orderBy(asc(componentGroup.position), asc(componentGroup.id));

const componentsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(component)
    .where(and(isOneOf(component.pageId, pageIds), isNull(component.archivedAt)))
    .orderBy(asc(component.position), asc(component.id));

/** Columns of a monitor or heartbeat that its `source` has; not named as its own columns are. */
const sourceColumns = {
  kind: source.kind,
  name: source.name,
  settingsSealed: source.settingsSealed,
  mutedUntil: source.mutedUntil,
  dependsOn: source.dependsOn,
  version: source.version,
};

const monitorsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      ...sourceColumns,
      id: monitor.id,
      pageId: monitor.pageId,
      pausedAt: monitor.pausedAt,
      chartShown: monitor.chartShown,
      tags: monitor.tags,
      agree: monitor.agree,
      continents: monitor.continents,
      regions: monitor.regions,
      slowerThanUsual: monitor.slowerThanUsual,
      degradedAboveMs: monitor.degradedAboveMs,
      inARow: monitor.inARow,
      retries: monitor.retries,
      timeoutSeconds: monitor.timeoutSeconds,
      interval: monitor.interval,
      agentId: monitor.agentId,
    })
    .from(monitor)
    .innerJoin(source, eq(source.id, monitor.id))
    .where(isOneOf(monitor.pageId, pageIds))
    .orderBy(sql`lower(source.name)`, asc(monitor.id));

/** An agent's heartbeat belongs to the agent, and is left out. */
const heartbeatsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      ...sourceColumns,
      id: heartbeat.id,
      pageId: heartbeat.pageId,
      slug: heartbeat.slug,
      tags: heartbeat.tags,
      schedule: heartbeat.schedule,
      graceSeconds: heartbeat.graceSeconds,
      postOnly: heartbeat.postOnly,
      manualResume: heartbeat.manualResume,
      wordsIn: heartbeat.wordsIn,
      failWords: heartbeat.failWords,
      successWords: heartbeat.successWords,
      startWords: heartbeat.startWords,
      state: heartbeat.state,
    })
    .from(heartbeat)
    .innerJoin(source, eq(source.id, heartbeat.id))
    .where(and(isOneOf(heartbeat.pageId, pageIds), sql`NOT EXISTS (SELECT 1 FROM agent a WHERE a.id = heartbeat.id)`))
    .orderBy(sql`lower(source.name)`, asc(heartbeat.id));

const agentsQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({ id: agent.id, pageId: agent.pageId, every: agent.every, name: source.name, version: source.version })
    .from(agent)
    .innerJoin(source, eq(source.id, agent.id))
    .where(isOneOf(agent.pageId, pageIds));

const sourcesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select()
    .from(source)
    .where(and(isOneOf(source.pageId, pageIds), eq(source.family, "source")))
    .orderBy(sql`lower(name)`, asc(source.id));

const ruleComponents = sql<string>`(SELECT json_group_object(c.component_id, c.status) FROM rule_component c
  WHERE c.page_id = rule.page_id AND c.rule_id = rule.id)`;

/** All rules, those of monitors and heartbeats too, in the order in which they are tried. */
const rulesQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({ row: rule, components: ruleComponents.as("components") })
    .from(rule)
    .where(isOneOf(rule.pageId, pageIds))
    .orderBy(asc(rule.catchAll), asc(rule.position), asc(rule.id));

const channelsQuery = ({ db }: Db, pageIds: PageIds) =>
  db.select().from(channel).where(isOneOf(channel.pageId, pageIds)).orderBy(sql`lower(name)`, asc(channel.id));

const templatesQuery = ({ db }: Db, pageIds: PageIds) =>
  db.select().from(template).where(isOneOf(template.pageId, pageIds)).orderBy(sql`lower(name)`, asc(template.id));

const membersQuery = ({ db }: Db, pageIds: PageIds) =>
  db
    .select({
      id: membership.personId,
      pageId: membership.pageId,
      role: membership.role,
      version: membership.version,
      name: person.name,
      email: person.email,
    })
    .from(membership)
    .innerJoin(person, eq(person.id, membership.personId))
    .where(and(isOneOf(membership.pageId, pageIds), eq(person.kind, "human")))
    .orderBy(asc(person.name), asc(person.id));

const openInvitationsQuery = ({ db }: Db, pageIds: PageIds, now: number) =>
  db
    .select({ id: invitation.id, pageId: invitation.pageId, role: invitation.role, email: invitation.email })
    .from(invitation)
    .where(
      and(
        isOneOf(invitation.pageId, pageIds),
        isNull(invitation.acceptedAt),
        isNotNull(invitation.email),
        gt(invitation.expiresAt, now),
      ),
    )
    .orderBy(asc(invitation.id));

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
    membersQuery(ctx, pageIds),
    openInvitationsQuery(ctx, pageIds, now),
    configuredThingsOfPagesQuery(ctx, pageIds),
  ] as const;

/** Finds these pages by their slugs, with a person's role on each. */
export const pagesBySlugsQuery = ({ db }: Db, slugs: readonly string[], personId: string) =>
  db
    .select({
      id: page.id,
      slug: page.slug,
      role: sql<
        string | null
      >`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`.as("role"),
    })
    .from(page)
    .where(and(isOneOf(page.slug, slugs), isNull(page.deletedAt)));

/** Reads a person's roles on the pages of a job. */
export const rolesOnPagesOfJobQuery = ({ db }: Db, jobId: string, personId: string) =>
  db
    .select({ pageId: membership.pageId, role: membership.role })
    .from(membership)
    .innerJoin(page, eq(page.id, membership.pageId))
    .where(
      and(
        sql`${membership.pageId} IN (SELECT p.value FROM configuration_job j, json_each(j.page_ids) p WHERE j.id = ${jobId})`,
        eq(membership.personId, personId),
        isNull(page.deletedAt),
      ),
    );

/** Reads a person's roles on these pages today. */
export const rolesOnPagesQuery = ({ db }: Db, pageIds: PageIds, personId: string) =>
  db
    .select({ pageId: membership.pageId, role: membership.role })
    .from(membership)
    .innerJoin(page, eq(page.id, membership.pageId))
    .where(and(isOneOf(membership.pageId, pageIds), eq(membership.personId, personId), isNull(page.deletedAt)));
