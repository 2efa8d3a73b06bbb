import { type CommandDefinition, exitCodes, type OptionDefinition } from "../definition/command-definition";
import { settableComponentStatuses } from "../print/status-words";

const componentOption: OptionDefinition = {
  flags: "-c, --component <NAME=STATUS>",
  summary: `a component and its status: ${settableComponentStatuses.join(", ")}`,
  isRepeatable: true,
};
const quietOption: OptionDefinition = { flags: "--no-notify", summary: "do not notify subscribers" };
const messageOption: OptionDefinition = {
  flags: "-m, --message <TEXT>",
  summary: "the text for visitors; - reads it from standard input",
};
const statusOption: OptionDefinition = {
  flags: "-s, --status <STATUS>",
  summary: "how far it is",
  choices: ["investigating", "identified", "monitoring"],
};

const writing: readonly CommandDefinition[] = [
  {
    name: "incident open",
    summary: "open an incident, published or as a draft",
    args: [{ name: "TITLE", summary: "title for visitors; that of the template if absent", isOptional: true }],
    options: [
      messageOption,
      statusOption,
      componentOption,
      { flags: "-t, --template <NAME>", summary: "start from a template, by its name or id" },
      { flags: "--draft", summary: "only your team sees it until it is published" },
      {
        flags: "--impact <IMPACT>",
        summary: "its impact, where components do not say it",
        choices: ["none", "minor", "major", "critical"],
      },
      { flags: "--unless-open", summary: "do nothing when an open incident has this title" },
      { flags: "--key <KEY>", summary: "requests with the same key open one incident, such as the run of a CI" },
      quietOption,
    ],
    examples: [
      ['upfront incident open "Payments fail" -m "We look into it." -c Checkout=major_outage', "Publish an incident"],
      ['upfront incident open --template "Deploy failed" --draft', "Draft one from a template"],
    ],
    load: async () => (await import("../commands/incidents")).openIncidentCommand,
  },
  {
    name: "incident update",
    summary: "post an update to an incident",
    args: [{ name: "INCIDENT", summary: "its id or title; the only open one if absent", isOptional: true }],
    options: [messageOption, statusOption, componentOption, quietOption],
    examples: [['upfront incident update -s identified -m "A deploy is the cause."', "Update the open incident"]],
    load: async () => (await import("../commands/incidents")).updateIncidentCommand,
  },
  {
    name: "incident resolve",
    summary: "resolve an incident",
    args: [{ name: "INCIDENT", summary: "its id or title; the only open one if absent", isOptional: true }],
    options: [
      messageOption,
      { flags: "--if-open", summary: "do nothing when no open incident has this id or whole title" },
      quietOption,
    ],
    examples: [['upfront incident resolve -m "Payments work again."', "Resolve the open incident"]],
    load: async () => (await import("../commands/incidents")).resolveIncidentCommand,
  },
  {
    name: "incident publish",
    summary: "publish a draft",
    args: [{ name: "INCIDENT", summary: "its id" }],
    examples: [["upfront incident publish 01m7vrt60gzx9a8q5f0p3kd2bn", "Show a draft to visitors"]],
    load: async () => (await import("../commands/incidents")).publishIncidentCommand,
  },
];

const reading: readonly CommandDefinition[] = [
  {
    name: "incident list",
    summary: "list open incidents",
    options: [
      { flags: "--all", summary: "also resolved ones, the newest first" },
      { flags: "-q, --search <TEXT>", summary: "only those with this in their title or texts" },
      { flags: "-n, --limit <COUNT>", summary: "at most so many; 20 if absent" },
    ],
    examples: [
      ["upfront incident list", "What is open"],
      ["upfront incident list --all --json", "The newest incidents, for a program"],
    ],
    load: async () => (await import("../commands/incident-reading")).listIncidentsCommand,
  },
  {
    name: "incident show",
    summary: "show an incident with its updates",
    args: [{ name: "INCIDENT", summary: "its id or title; the only open one if absent", isOptional: true }],
    examples: [["upfront incident show", "The open incident"]],
    load: async () => (await import("../commands/incident-reading")).showIncidentCommand,
  },
];

/** Commands about the state of the page and its incidents. */
export const incidentCommands: readonly CommandDefinition[] = [
  {
    name: "status",
    summary: "show the state of the page",
    about: "A public page needs no sign-in.",
    examples: [
      ["upfront status", "The state in words"],
      ["upfront status --url https://status.example.com --page shop --json", "The state of any public page"],
    ],
    exits: {
      [exitCodes.notOperational]: "a component is not operational",
      [exitCodes.unknownStatus]: "the state is not known: there are no data, or they are out of date",
    },
    load: async () => (await import("../commands/status")).showStatusCommand,
  },
  ...writing,
  ...reading,
];
