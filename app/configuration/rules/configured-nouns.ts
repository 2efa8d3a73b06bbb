import type { z } from "zod";
import { roles } from "~/access/actor";
import { agentFields } from "~/agents/rules/fields";
import { updateAgentInputSchema } from "~/agents/rules/input";
import { ruleFields } from "~/alert-rules/rules/fields";
import { saveRuleInputSchema } from "~/alert-rules/rules/input";
import { updateChannelInputSchema } from "~/channels/rules/channel-input";
import { componentFields, componentGroupFields } from "~/components/rules/fields";
import { updateComponentGroupInputSchema, updateComponentInputSchema } from "~/components/rules/input";
import { changeFieldSchemas } from "~/fields/field-bounds";
import { choiceField, type Field, type Fields } from "~/fields/fields";
import { heartbeatFields } from "~/heartbeats/rules/fields";
import { updateHeartbeatInputSchema } from "~/heartbeats/rules/input";
import { updateMailerInputSchema } from "~/mailers/rules/mailer-input";
import { monitorFields } from "~/monitors/rules/fields";
import { updateMonitorInputSchema } from "~/monitors/rules/input";
import { channelFields, mailerFields } from "~/notifications/rules/fields";
import { pageFields } from "~/pages/rules/fields";
import { updatePageInputSchema } from "~/pages/rules/input";
import { emailAddressInputSchema } from "~/people/rules/input";
import { sourceFields } from "~/sources/rules/fields";
import { updateSourceInputSchema } from "~/sources/rules/input";
import { alertSeverities } from "~/status/severity";
import { templateFields } from "~/templates/rules/fields";
import type { ConfiguredNounName, ConfiguredValue } from "./configuration-types";
import { muteUntilSchema } from "./mute-until";
import { linksField, matchField, type StructuredField, scheduleField } from "./structured-fields";

export type DescribedNoun = ConfiguredNounName | "page";

/** A noun as a file may describe it: the fields that people fill in, and those that the API takes beside them. */
export interface NounInFile {
  /** Place of its things below their page; of the page itself, and of things of the deployment, below the file. */
  plural: string;
  /** True for a noun whose things are of no page. */
  isOfDeployment?: true;
  /** Word for people. */
  called: string;
  fields: Fields;
  /** Bounds of the fields, by their own names. */
  bounds: Readonly<Record<string, z.ZodType>>;
  structured?: Readonly<Record<string, StructuredField>>;
  /** Field by whose value a thing that no file knows is found. */
  foundBy: string | null;
  /** Names of the fields without which nothing is created. */
  needs: readonly string[];
  /** Defaults that are not those of a blank form; undefined = there is none. */
  initials?: Readonly<Record<string, ConfiguredValue | undefined>>;
  /** Fields that people change in the course of a day: compared and exported only where a file names them. */
  byHand?: readonly string[];
  /** Fields of the API that no file holds, with the reason. */
  notHeld?: Readonly<Record<string, string>>;
}

const says = (label: string, hint: string) => ({ says: { label, short: label, hint } });

const pausedField: Field = {
  kind: "tick",
  initial: false,
  ...says("Paused", "Without this field people pause and resume it."),
};

const mutedByPeople = "Mutes are described below mutes.";
const paused = { paused: pausedField };
const named = { foundBy: "name", needs: ["name"] } as const;

const keyIsAddress = "The key of the page is its address.";
const proven = "A host of the page’s own is set in its settings, because DNS has to prove it.";
const uploaded = "Images are uploaded in the settings.";
const orderOfPage = "Write order: file on the page: its order is then that of the file.";

const { slug: _slug, ...describedPageFields } = pageFields;

/** The value of the document is the list of the file's groups and components, in its order (rules/page-order). */
const orderField = choiceField({
  choices: ["file"],
  initial: "file",
  ...says("Order", "file: groups and components stand on the page in the order of this file."),
});

const sourceOfRule: Field = { kind: "pick", ...says("Source", "The source whose alerts it takes.") };
const positionField: Field = {
  kind: "number",
  unit: "",
  initial: 0,
  least: 0,
  most: 1000,
  ...says("Position", "Rules of a source are tried in this order."),
};
const catchAllField: Field = {
  kind: "tick",
  initial: false,
  ...says("Catch-all", "The last rule of its source, which takes every other alert. It exists with the source."),
};

const memberFields = {
  email: {
    kind: "line",
    type: "email",
    required: true,
    ...says("Email", "Address of a member; someone new is invited."),
  },
  role: choiceField({ choices: roles, initial: "viewer", ...says("Role", "What the person may do on the page.") }),
} as const satisfies Fields;

const muteFields = {
  subject: {
    kind: "pick",
    ...says("Subject", "page, or the key of a component, monitor, heartbeat or source, such as monitors/api-http."),
  },
  until: { kind: "line", ...says("Until", "An instant such as 2026-12-24T18:00:00Z, at most a week ahead.") },
} as const satisfies Fields;

/** Every noun that a file describes, in the order in which its things are made. */
export const nounInFileByName: Readonly<Record<DescribedNoun, NounInFile>> = {
  page: {
    plural: "pages",
    called: "page",
    fields: { ...describedPageFields, order: orderField },
    bounds: { ...updatePageInputSchema.shape, ...changeFieldSchemas({ order: orderField }) },
    structured: { links: linksField },
    foundBy: null,
    needs: ["name"],
    initials: { time_zone: "Etc/UTC", language: "en", accent: "#1f5f4a", order: undefined },
    notHeld: {
      subdomain: keyIsAddress,
      slug: keyIsAddress,
      description: "Write page_description.",
      color: "Write accent.",
      host: proven,
      domain: proven,
      passphrase: "Write visibility: passphrase; the passphrase itself is shown in the settings.",
      logo: uploaded,
      favicon: uploaded,
      incidents: "Incidents are people’s, and in no file.",
      maintenances: "Maintenance is people’s, and in no file.",
      subscribers: "Subscribers are never in a file.",
      viewers_must_be_team_members: "Use visibility: members.",
      mailers: "Mailers are the deployment’s: they stand at the top of the file, beside pages.",
    },
  },
  member: {
    plural: "members",
    called: "member",
    fields: memberFields,
    bounds: { email: emailAddressInputSchema.shape.address, ...changeFieldSchemas({ role: memberFields.role }) },
    foundBy: "email",
    needs: ["email"],
  },
  group: {
    ...named,
    plural: "groups",
    called: "group",
    fields: componentGroupFields,
    bounds: updateComponentGroupInputSchema.shape,
    notHeld: { components: "Each component names its group.", position: orderOfPage, order: orderOfPage },
  },
  component: {
    ...named,
    plural: "components",
    called: "component",
    fields: componentFields,
    bounds: updateComponentInputSchema.shape,
    notHeld: {
      status: "Statuses are set by people and by what watches a component.",
      position: orderOfPage,
      order: orderOfPage,
    },
  },
  agent: { ...named, plural: "agents", called: "agent", fields: agentFields, bounds: updateAgentInputSchema.shape },
  source: {
    ...named,
    plural: "sources",
    called: "source",
    fields: sourceFields,
    bounds: updateSourceInputSchema.shape,
    notHeld: { muted_until: mutedByPeople },
  },
  rule: {
    plural: "rules",
    called: "rule",
    fields: { sourceId: sourceOfRule, position: positionField, catchAll: catchAllField, ...ruleFields },
    bounds: saveRuleInputSchema.shape,
    structured: { match: matchField },
    foundBy: null,
    needs: ["source"],
    initials: { position: undefined },
  },
  monitor: {
    ...named,
    plural: "monitors",
    called: "monitor",
    fields: { ...monitorFields, ...paused },
    bounds: updateMonitorInputSchema.shape,
    byHand: ["paused"],
    notHeld: {
      type: "Write kind.",
      clone_of: "Use an anchor (&) and an alias (*) of YAML.",
      muted_until: mutedByPeople,
    },
  },
  heartbeat: {
    ...named,
    plural: "heartbeats",
    called: "heartbeat",
    fields: { ...heartbeatFields, ...paused },
    bounds: updateHeartbeatInputSchema.shape,
    structured: { schedule: scheduleField },
    byHand: ["paused"],
    notHeld: { muted_until: mutedByPeople },
  },
  channel: {
    ...named,
    plural: "channels",
    called: "channel",
    fields: {
      ...channelFields,
      minimumSeverity: { ...channelFields.minimumSeverity, kind: "option", choices: alertSeverities },
      ...paused,
    },
    bounds: updateChannelInputSchema.shape,
    byHand: ["paused"],
  },
  template: {
    ...named,
    plural: "templates",
    called: "template",
    fields: templateFields,
    bounds: changeFieldSchemas(templateFields),
    notHeld: { component_ids: "Use component_statuses." },
  },
  mute: {
    plural: "mutes",
    called: "mute",
    fields: muteFields,
    bounds: { until: muteUntilSchema },
    foundBy: "subject",
    needs: ["subject", "until"],
    initials: { until: undefined },
  },
  mailer: {
    ...named,
    plural: "mailers",
    isOfDeployment: true,
    called: "mailer",
    fields: mailerFields,
    bounds: updateMailerInputSchema.shape,
    needs: ["name", "from_address"],
    notHeld: { from: "Write from_address." },
  },
};

/** Nouns of all things, in the order in which they are made. */
export const nounsOfThings = (Object.keys(nounInFileByName) as DescribedNoun[]).filter(
  (noun): noun is ConfiguredNounName => noun !== "page",
);

export const isDeploymentNoun = (noun: ConfiguredNounName): boolean => nounInFileByName[noun].isOfDeployment === true;

/** Nouns of the things of a page. */
export const nounsOfPage = nounsOfThings.filter((noun) => !isDeploymentNoun(noun));
/** Nouns of the things of the deployment, which stand beside the pages. */
export const nounsOfDeployment = nounsOfThings.filter(isDeploymentNoun);

/** Returns the noun whose things have this place in a file. */
export const nounOfPlural = (plural: string): ConfiguredNounName | undefined =>
  nounsOfThings.find((noun) => nounInFileByName[noun].plural === plural);
