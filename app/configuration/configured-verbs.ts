import { agentFields } from "~/agents/rules/fields";
import { createAgent, deleteAgent, updateAgent } from "~/agents/verbs";
import { ruleFields } from "~/alert-rules/rules/fields";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, listRules } from "~/alert-rules/verbs";
import { createChannel } from "~/channels/create";
import { updateChannel } from "~/channels/update";
import { deleteChannel } from "~/channels/verbs";
import { createComponent } from "~/components/create";
import { createComponentGroup, deleteComponentGroup, updateComponentGroup } from "~/components/groups/verbs";
import { componentFields, componentGroupFields } from "~/components/rules/fields";
import { updateComponent } from "~/components/update";
import { archiveComponent } from "~/components/verbs";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { requestValues } from "~/fields/api-values";
import { type Fields, fieldApiName } from "~/fields/fields";
import { createHeartbeat } from "~/heartbeats/create";
import { heartbeatFields } from "~/heartbeats/rules/fields";
import type { HeartbeatSchedule } from "~/heartbeats/rules/heartbeat";
import { updateHeartbeat } from "~/heartbeats/update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat } from "~/heartbeats/verbs";
import { createMailer, deleteMailer, updateMailer } from "~/mailers/verbs";
import { createMonitor } from "~/monitors/create";
import { monitorFields } from "~/monitors/rules/fields";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "~/monitors/verbs";
import { channelFields, mailerFields } from "~/notifications/rules/fields";
import { createInvitation } from "~/people/invitations/create";
import { revokeInvitation } from "~/people/invitations/verbs";
import { changeRole, removeMember } from "~/people/memberships/verbs";
import type { Ctx } from "~/platform/ctx";
import { createSource } from "~/sources/create";
import { sourceFields } from "~/sources/rules/fields";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import { templateFields } from "~/templates/rules/fields";
import { createTemplate, deleteTemplate, updateTemplate } from "~/templates/verbs";
import type { ConfiguredPlace, ConfiguredTarget, ConfiguredVerbs } from "./configured-verb";
import { muteVerbs } from "./mute-verbs";
import type { ConfiguredNounName, ConfiguredValues } from "./rules/configuration-types";
import { fileFieldName } from "./rules/configured-references";

/** Returns the values of a file by the names of a noun's own fields. */
const own = <All extends Fields>(fields: All, values: ConfiguredValues) => {
  const renamed = Object.entries(fields).flatMap(([name, field]) => {
    const api = fieldApiName(name, field);
    const value = values[fileFieldName(api)];
    return value === undefined ? [] : [[api, value] as const];
  });
  return requestValues(fields, Object.fromEntries(renamed));
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const record = (value: unknown) =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const settingsIn = ({ settings }: ConfiguredValues) => (settings === undefined ? undefined : record(settings));

/** Returns the commit of a second change that belongs to the same step. */
const second = <T extends ConfiguredPlace>(place: T): T => ({ ...place, commitId: `${place.commitId}2` });

type NamedValues<All extends Fields> = ReturnType<typeof requestValues<All>> & { name: string };
type ChangedValues<All extends Fields> = ReturnType<typeof requestValues<All>>;

/** The use cases of a noun whose values are its fields alone. */
interface PlainVerbs<All extends Fields> {
  create(ctx: Ctx, given: NamedValues<All> & ConfiguredPlace): Promise<Result<{ id: string }>>;
  change(ctx: Ctx, given: ChangedValues<All> & ConfiguredTarget): Promise<Result<unknown>>;
  remove(ctx: Ctx, target: ConfiguredTarget): Promise<Result<unknown>>;
}

const plainVerbs = <All extends Fields>(fields: All, { create, change, remove }: PlainVerbs<All>): ConfiguredVerbs => ({
  fields,
  create: (ctx, place, values) => create(ctx, { ...own(fields, values), ...place, name: text(values.name) }),
  change: (ctx, target, values) => change(ctx, { ...own(fields, values), ...target }),
  remove,
});

type PauseVerb = (ctx: Ctx, target: ConfiguredTarget) => Promise<Result<unknown>>;

/** Adds that a file may pause it or let it run, which is a change of its own. */
const withPause = (verbs: ConfiguredVerbs, pause: PauseVerb, resume: PauseVerb): ConfiguredVerbs => ({
  ...verbs,
  async create(ctx, place, { paused, ...values }) {
    const made = await verbs.create(ctx, place, values);
    if (!made.ok || paused !== true) return made;
    const stopped = await pause(ctx, { ...second(place), id: made.value.id });
    return stopped.ok ? made : stopped;
  },
  async change(ctx, target, { paused, ...values }) {
    const done = Object.keys(values).length === 0 ? ok(null) : await verbs.change(ctx, target, values);
    if (!done.ok || typeof paused !== "boolean") return done;
    const next = await (paused ? pause : resume)(ctx, second(target));
    // It is paused already, or runs.
    return next.ok || next.failure.name === "conflict" ? done : next;
  },
});

const group = plainVerbs(componentGroupFields, {
  create: createComponentGroup,
  change: updateComponentGroup,
  remove: deleteComponentGroup,
});

const component = plainVerbs(componentFields, {
  create: createComponent,
  change: updateComponent,
  remove: archiveComponent,
});

const monitor: ConfiguredVerbs = {
  fields: monitorFields,
  create(ctx, place, values) {
    const given = { ...own(monitorFields, values), ...place, kind: text(values.kind), name: text(values.name) };
    return createMonitor(ctx, { ...given, settings: record(values.settings) });
  },
  change: (ctx, target, values) =>
    updateMonitor(ctx, { ...own(monitorFields, values), ...target, settings: settingsIn(values) }),
  remove: deleteMonitor,
};

const scheduleIn = ({ schedule }: ConfiguredValues) => {
  if (schedule === undefined) return undefined;
  const { kind, period, expression, time_zone: timeZone } = record(schedule);
  return (kind === "simple" ? { kind, periodSeconds: period } : { kind, expression, timeZone }) as HeartbeatSchedule;
};

const heartbeat: ConfiguredVerbs = {
  fields: heartbeatFields,
  create: (ctx, place, values) =>
    createHeartbeat(ctx, {
      ...own(heartbeatFields, values),
      ...place,
      name: text(values.name),
      schedule: scheduleIn(values),
    }),
  change(ctx, target, values) {
    const schedule = scheduleIn(values);
    return updateHeartbeat(ctx, { ...own(heartbeatFields, values), ...target, schedule });
  },
  remove: deleteHeartbeat,
};

const agent = plainVerbs(agentFields, { create: createAgent, change: updateAgent, remove: deleteAgent });

const source: ConfiguredVerbs = {
  fields: sourceFields,
  create: (ctx, place, values) =>
    createSource(ctx, {
      ...own(sourceFields, values),
      ...place,
      kind: text(values.kind),
      name: text(values.name),
      settings: record(values.settings),
    }),
  change: (ctx, target, values) =>
    updateSource(ctx, { ...own(sourceFields, values), ...target, settings: settingsIn(values) }),
  remove: deleteSource,
};

const ruleInput = (values: ConfiguredValues) => ({
  ...own(ruleFields, values),
  ...(values.match === undefined ? {} : { match: record(values.match) }),
  ...(typeof values.position === "number" ? { position: values.position } : {}),
});

/** The last rule of a source comes and goes with it, so that it is only ever changed. */
const rule: ConfiguredVerbs = {
  fields: ruleFields,
  async create(ctx, place, values) {
    const sourceId = text(values.source);
    if (values.catch_all !== true) return saveRule(ctx, { ...ruleInput(values), ...place, sourceId });
    const rules = await listRules(ctx, { pageId: place.pageId, sourceId });
    if (!rules.ok) return rules;
    const last = rules.value.find(({ catchAll }) => catchAll);
    return last ? saveRule(ctx, { ...ruleInput(values), ...place, sourceId, id: last.id }) : missingFailure;
  },
  async change(ctx, target, values) {
    const rules = await listRules(ctx, { pageId: target.pageId });
    if (!rules.ok) return rules;
    const found = rules.value.find(({ id }) => id === target.id);
    return found ? saveRule(ctx, { ...ruleInput(values), ...target, sourceId: found.sourceId }) : missingFailure;
  },
  async remove(ctx, target) {
    const done = await deleteRule(ctx, target);
    const isLast = !done.ok && done.failure.name === "conflict" && done.failure.code === "catch_all";
    return isLast ? ok({ id: target.id }) : done;
  },
};

const channel: ConfiguredVerbs = {
  fields: channelFields,
  async create(ctx, place, values) {
    const { events, ...given } = own(channelFields, values);
    const kind = text(values.kind);
    const wanted = { ...given, ...place, kind, name: text(values.name), settings: record(values.settings) };
    const made = await createChannel(ctx, { ...wanted, events: events ?? channelFields.events.initial });
    if (!made.ok || values.paused !== true) return made;
    const paused = await updateChannel(ctx, { ...second(place), id: made.value.id, paused: true });
    return paused.ok ? made : paused;
  },
  change: (ctx, target, values) =>
    updateChannel(ctx, {
      ...own(channelFields, values),
      ...target,
      settings: settingsIn(values),
      ...(typeof values.paused === "boolean" ? { paused: values.paused } : {}),
    }),
  remove: deleteChannel,
};

const template = plainVerbs(templateFields, {
  create: createTemplate,
  change: updateTemplate,
  remove: deleteTemplate,
});

/** Someone who is no member yet is invited by email; their role is changed once they have joined. */
const member: ConfiguredVerbs = {
  fields: {},
  create: (ctx, place, values) =>
    createInvitation(ctx, { ...place, role: text(values.role), email: text(values.email) }),
  change: (ctx, { id: personId, ...target }, values) =>
    values.role === undefined
      ? Promise.resolve(ok(null))
      : changeRole(ctx, { ...target, personId, role: text(values.role) }),
  async remove(ctx, { id: personId, ...target }) {
    const done = await removeMember(ctx, { ...target, personId });
    if (done.ok || done.failure.name !== "missing") return done;
    return revokeInvitation(ctx, { ...target, id: personId });
  },
};

/** A mailer is of no page: its use cases are the operator's. */
const mailer: ConfiguredVerbs = {
  fields: mailerFields,
  create: (ctx, { commitId }, values) =>
    createMailer(ctx, {
      commitId,
      kind: text(values.kind),
      name: text(values.name),
      fromAddress: text(values.from_address),
      settings: record(values.settings),
    }),
  change: (ctx, { commitId, id }, values) =>
    updateMailer(ctx, { ...own(mailerFields, values), commitId, id, settings: settingsIn(values) }),
  remove: (ctx, { commitId, id }) => deleteMailer(ctx, { commitId, id }),
};

/** The use cases by noun: the same rights, limits and audit entries as in management and the API. */
export const configuredVerbsByNoun: Readonly<Record<ConfiguredNounName, ConfiguredVerbs>> = {
  group,
  component,
  monitor: withPause(monitor, pauseMonitor, resumeMonitor),
  heartbeat: withPause(heartbeat, pauseHeartbeat, resumeHeartbeat),
  agent,
  source,
  rule,
  channel,
  template,
  mute: muteVerbs,
  member,
  mailer,
};
