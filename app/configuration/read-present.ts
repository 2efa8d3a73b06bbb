import type { BatchResponse } from "drizzle-orm/batch";
import { agentFields } from "~/agents/rules/fields";
import { ruleFields } from "~/alert-rules/rules/fields";
import { adapterFinderBySubject } from "~/change/adapter-settings/registries";
import { maskSecretSettings } from "~/change/adapter-settings/settings";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { generatedChannelSettingNames } from "~/channels/list-kinds";
import { componentFields, componentGroupFields } from "~/components/rules/fields";
import { visibilityRuleOf } from "~/components/rules/stored-visibility";
import { readBatch } from "~/db/read";
import { responseFieldValues } from "~/fields/api-values";
import type { Fields } from "~/fields/fields";
import { heartbeatFields } from "~/heartbeats/rules/fields";
import type { HeartbeatSchedule } from "~/heartbeats/rules/heartbeat";
import { mailersInOrderQuery } from "~/mailers/queries/mailer";
import { monitorRuleFieldValues } from "~/monitors/rule-rows";
import { monitorFields } from "~/monitors/rules/fields";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { channelFields, mailerFields } from "~/notifications/rules/fields";
import { pageFields } from "~/pages/rules/fields";
import type { Ctx } from "~/platform/ctx";
import { sourceFields } from "~/sources/rules/fields";
import { templateFields } from "~/templates/rules/fields";
import type { ConfiguredThingRow } from "./queries/configured-thing";
import { presentThingsQueries } from "./queries/present-things";
import type { ConfiguredNounName, ConfiguredValues, PresentPage, PresentThing } from "./rules/configuration-types";
import { fileFieldName } from "./rules/configured-references";
import { deploymentPageId, deploymentSlug } from "./rules/deployment-page";
import { parseFileOwnedField } from "./rules/owned-fields";

type PresentRows = BatchResponse<ReturnType<typeof presentThingsQueries>>;
type ValueRecord = Record<string, unknown>;

/** Returns the values of a row under the names of a file; references stay ids. */
const valuesOf = (fields: Fields, row: object, beside: ValueRecord = {}): ConfiguredValues =>
  Object.fromEntries(
    [...Object.entries(responseFieldValues(fields, row as never)), ...Object.entries(beside)].map(([name, value]) => [
      fileFieldName(name),
      value,
    ]),
  ) as ConfiguredValues;

/** Returns the part of a thing that files know. */
function knowledgeOf(rows: readonly ConfiguredThingRow[]) {
  const owned = rows.flatMap(({ file, fields }) =>
    Object.entries(fields).map(([field, text]) => ({ field, file, ...parseFileOwnedField(text) })),
  );
  return {
    keys: Object.fromEntries(rows.map(({ file, key }) => [file, key])),
    madeBy: rows.find(({ isMade }) => isMade)?.file ?? null,
    owners: Object.fromEntries(owned.map(({ field, file }) => [field, file])),
    lastSet: Object.fromEntries(owned.map(({ field, digest }) => [field, digest])),
    secrets: Object.fromEntries(owned.flatMap(({ field, secret }) => (secret === null ? [] : [[field, secret]]))),
  };
}

type KindedNoun = "monitor" | "source" | "channel" | "mailer";
interface SealedRow {
  kind: string;
  settingsSealed: string;
}

/** Returns the settings as a file has them: a secret that is set is masked, and what was generated is left out. */
async function settingsOf(ctx: Ctx, noun: KindedNoun, { kind, settingsSealed }: SealedRow): Promise<ValueRecord> {
  const adapter = adapterFinderBySubject[noun](kind);
  const text = await ctx.secrets.open(settingsSealed);
  const settings = text === null ? {} : (JSON.parse(text) as ValueRecord);
  const channelKind = noun === "channel" ? channelAdapterOf(kind) : null;
  const generated = channelKind ? generatedChannelSettingNames(channelKind) : [];
  const shown = maskSecretSettings(adapter, settings);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !generated.includes(name)));
}

const scheduleOf = (schedule: HeartbeatSchedule) =>
  schedule.kind === "simple"
    ? { kind: schedule.kind, period: schedule.periodSeconds }
    : { kind: schedule.kind, expression: schedule.expression, time_zone: schedule.timeZone };

interface PresentRow {
  pageId: string;
  noun: ConfiguredNounName;
  id: string;
  version: number;
  values: ConfiguredValues;
}

type RuleRow = PresentRows[7][number];
const ruleOf = ({ row, components }: RuleRow) => ({ ...row, components: JSON.parse(components) });

/** Returns the rules by their source. */
function rulesBySource(rules: readonly RuleRow[]) {
  const bySource = new Map<string, ReturnType<typeof ruleOf>[]>();
  for (const each of rules) bySource.set(each.row.sourceId, [...(bySource.get(each.row.sourceId) ?? []), ruleOf(each)]);
  return bySource;
}

function structureRows([, groups, components]: PresentRows): PresentRow[] {
  return [
    ...groups.map((row) => ({ ...row, noun: "group" as const, values: valuesOf(componentGroupFields, row) })),
    ...components.map((row) => ({
      ...row,
      noun: "component" as const,
      values: valuesOf(componentFields, { ...row, shownWhen: visibilityRuleOf(row.shownWhen) }),
    })),
  ];
}

async function observerRows(ctx: Ctx, rows: PresentRows): Promise<PresentRow[]> {
  const [, , , monitors, heartbeats, agents, sources, rules] = rows;
  const bySource = rulesBySource(rules);
  const monitored = monitors.map(async (row) => ({
    ...row,
    noun: "monitor" as const,
    values: valuesOf(
      monitorFields,
      { ...row, ...monitorRuleFieldValues(bySource.get(row.id) ?? []) },
      { kind: row.kind, settings: await settingsOf(ctx, "monitor", row), paused: row.pausedAt !== null },
    ),
  }));
  const external = sources.map(async (row) => ({
    ...row,
    noun: "source" as const,
    values: valuesOf(sourceFields, row, { kind: row.kind, settings: await settingsOf(ctx, "source", row) }),
  }));
  const beating = heartbeats.map((row) => {
    const last = bySource.get(row.id)?.find(({ catchAll }) => catchAll);
    const effect = last ? alertEffectValuesOf(last) : { components: {}, mode: "draft", hold: 0, resolveAfter: 0 };
    const { components, mode, hold, resolveAfter } = effect;
    return {
      ...row,
      noun: "heartbeat" as const,
      values: valuesOf(
        heartbeatFields,
        { ...row, components, mode, hold, resolveAfter },
        { schedule: scheduleOf(row.schedule), paused: row.state === "paused" },
      ),
    };
  });
  const checking = agents.map((row) => ({ ...row, noun: "agent" as const, values: valuesOf(agentFields, row) }));
  const outside = new Set(sources.map(({ id }) => id));
  const ruled = rules
    .filter(({ row }) => outside.has(row.sourceId))
    .map((each) => {
      const { sourceId, match, position, catchAll } = each.row;
      const beside = { source: sourceId, match, ...(catchAll ? { catch_all: true } : { position }) };
      return {
        ...each.row,
        noun: "rule" as const,
        values: valuesOf(ruleFields, alertEffectValuesOf(ruleOf(each)), beside),
      };
    });
  return [...checking, ...(await Promise.all(monitored)), ...beating, ...(await Promise.all(external)), ...ruled];
}

async function teamRows(ctx: Ctx, rows: PresentRows): Promise<PresentRow[]> {
  const [, , , , , , , , channels, templates, people] = rows;
  const notified = channels.map(async (row) => ({
    ...row,
    noun: "channel" as const,
    values: valuesOf(channelFields, row, {
      kind: row.kind,
      settings: await settingsOf(ctx, "channel", row),
      paused: row.disabledAt !== null,
    }),
  }));
  return [
    ...(await Promise.all(notified)),
    ...templates.map((row) => ({ ...row, noun: "template" as const, values: valuesOf(templateFields, row) })),
    ...people.map(({ name, isInvited, ...row }) => ({
      ...row,
      noun: "member" as const,
      values: { email: row.email, role: row.role, ...(isInvited ? {} : { name }) },
    })),
  ];
}

type MutedRow = { id: string; pageId: string; mutedUntil: number | null; version: number };

/** Returns the mutes that last: the page's own, and those of things. */
function muteRows([pages, , components, monitors, heartbeats, , sources]: PresentRows, now: number): PresentRow[] {
  const muted = (rows: readonly MutedRow[], subjectOf: (id: string) => string) =>
    rows.flatMap(({ id, pageId, mutedUntil, version }) =>
      mutedUntil === null || mutedUntil <= now || mutedUntil === importedMuteUntilMs
        ? []
        : [
            {
              id,
              pageId,
              version,
              noun: "mute" as const,
              values: { subject: subjectOf(id), until: new Date(mutedUntil).toISOString() },
            },
          ],
    );
  const things = [...components, ...monitors, ...heartbeats, ...sources];
  const whole = pages.map((row) => ({ ...row, pageId: row.id }));
  return [...muted(things, (id) => id), ...muted(whole, () => "page")];
}

/** Returns the mailers of the deployment. */
async function mailerRows(ctx: Ctx): Promise<PresentRow[]> {
  const [mailers] = await readBatch(ctx, mailersInOrderQuery(ctx));
  const read = mailers.map(async (row) => ({
    ...row,
    pageId: deploymentPageId,
    noun: "mailer" as const,
    values: valuesOf(mailerFields, row, { kind: row.kind, settings: await settingsOf(ctx, "mailer", row) }),
  }));
  return Promise.all(read);
}

const knownOnPage = (pageId: string, noun: string, id: string) => `${pageId} ${noun} ${id}`;

const deploymentPage = {
  id: deploymentPageId,
  slug: deploymentSlug,
  version: 0,
  values: {},
  keys: {},
  madeBy: null,
  owners: {},
} as const;

/** Returns everything of these pages, and of the deployment if it is among them, in the words of a file. */
export async function readPresentPages(ctx: Ctx, pageIds: readonly string[]): Promise<PresentPage[]> {
  if (pageIds.length === 0) return [];
  const hasDeployment = pageIds.includes(deploymentPageId);
  const [rows, mailers] = await Promise.all([
    readBatch(ctx, ...presentThingsQueries(ctx, pageIds, ctx.now())),
    hasDeployment ? mailerRows(ctx) : [],
  ]);
  const known = Map.groupBy(rows[11], ({ pageId, noun, ourId }) => knownOnPage(pageId, noun, ourId));
  const knowledge = (pageId: string, noun: ConfiguredNounName | "page", id: string) =>
    knowledgeOf(known.get(knownOnPage(pageId, noun, id)) ?? []);
  const present = [
    ...structureRows(rows),
    ...(await observerRows(ctx, rows)),
    ...(await teamRows(ctx, rows)),
    ...muteRows(rows, ctx.now()),
    ...mailers,
  ];
  const byPage = Map.groupBy(present, ({ pageId }) => pageId);
  const thingsOf = (pageId: string) =>
    (byPage.get(pageId) ?? []).map(
      ({ noun, id, version, values }): PresentThing => ({ noun, id, version, values, ...knowledge(pageId, noun, id) }),
    );
  const pages = rows[0].map((page): PresentPage => {
    const { subdomain: _slug, ...values } = valuesOf(pageFields, page, { links: page.links });
    return {
      id: page.id,
      slug: page.slug,
      version: page.version,
      values,
      things: thingsOf(page.id),
      ...knowledge(page.id, "page", page.id),
    };
  });
  return hasDeployment ? [...pages, { ...deploymentPage, things: thingsOf(deploymentPageId) }] : pages;
}
