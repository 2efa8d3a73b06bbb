import type { CommandDefinition, OptionDefinition } from "../definition/command-definition";
import { settableComponentStatuses } from "../print/status-words";

const quietOption: OptionDefinition = { flags: "--no-notify", summary: "do not notify subscribers" };
const maintenanceArgument = {
  name: "MAINTENANCE",
  summary: "its id or title; the only one if absent",
  isOptional: true,
} as const;
const monitorArgument = { name: "MONITOR", summary: "its id or name" } as const;

const maintenanceCommands: readonly CommandDefinition[] = [
  {
    name: "maintenance plan",
    summary: "schedule maintenance",
    args: [{ name: "TITLE", summary: "title for visitors" }],
    options: [
      { flags: "--start <TIME>", summary: "start, as 2026-12-01T02:00+01:00 or from now, as 2h; now if absent" },
      { flags: "--for <LENGTH>", summary: "length, such as 90m or 2h; 1h if absent" },
      { flags: "-m, --message <TEXT>", summary: "the text for visitors; - reads it from standard input" },
      { flags: "-c, --component <NAME>", summary: "an affected component", isRepeatable: true },
      quietOption,
    ],
    examples: [
      [
        'upfront maintenance plan "Database upgrade" --start 2026-12-01T02:00+01:00 --for 2h -c Database',
        "Schedule it",
      ],
    ],
    load: async () => (await import("../commands/maintenance")).planMaintenanceCommand,
  },
  {
    name: "maintenance start",
    summary: "start scheduled maintenance now",
    args: [maintenanceArgument],
    options: [quietOption],
    examples: [["upfront maintenance start", "Start the only scheduled one"]],
    load: async () => (await import("../commands/maintenance")).startMaintenanceCommand,
  },
  {
    name: "maintenance end",
    summary: "complete maintenance now",
    args: [maintenanceArgument],
    options: [quietOption],
    examples: [["upfront maintenance end", "Complete the only one in progress"]],
    load: async () => (await import("../commands/maintenance")).endMaintenanceCommand,
  },
  {
    name: "maintenance list",
    summary: "list scheduled maintenance and what is in progress",
    options: [{ flags: "--past", summary: "list what is over instead" }],
    examples: [["upfront maintenance list", "What is scheduled"]],
    load: async () => (await import("../commands/maintenance")).listMaintenanceCommand,
  },
];

const componentCommands: readonly CommandDefinition[] = [
  {
    name: "component list",
    summary: "list components with their statuses",
    examples: [["upfront component list", "All components"]],
    load: async () => (await import("../commands/components")).listComponentsCommand,
  },
  {
    name: "component set",
    summary: "set the status of a component manually",
    about: "operational ends a manual status.",
    args: [
      { name: "COMPONENT", summary: "its id or name" },
      { name: "STATUS", summary: "its status", choices: settableComponentStatuses },
    ],
    examples: [["upfront component set Checkout partial_outage", "Set a status"]],
    load: async () => (await import("../commands/components")).setComponentStatusCommand,
  },
];

const monitorCommands: readonly CommandDefinition[] = [
  {
    name: "monitor list",
    summary: "list monitors with their states",
    options: [
      {
        flags: "--state <STATE>",
        summary: "only those in this state",
        choices: ["up", "down", "degraded", "paused", "new"],
      },
      { flags: "--tag <TAG>", summary: "only those with this tag" },
    ],
    examples: [["upfront monitor list --state down", "What is down"]],
    load: async () => (await import("../commands/monitors")).listMonitorsCommand,
  },
  {
    name: "monitor check",
    summary: "check now, without changing anything",
    args: [monitorArgument],
    examples: [["upfront monitor check Shop", "Check once"]],
    exits: { 3: "the check did not find it up" },
    load: async () => (await import("../commands/monitors")).checkMonitorCommand,
  },
  {
    name: "monitor pause",
    summary: "pause a monitor",
    args: [monitorArgument],
    examples: [["upfront monitor pause Shop", "Stop its checks"]],
    load: async () => (await import("../commands/monitors")).pauseMonitorCommand,
  },
  {
    name: "monitor resume",
    summary: "resume a paused monitor",
    args: [monitorArgument],
    examples: [["upfront monitor resume Shop", "Check it again"]],
    load: async () => (await import("../commands/monitors")).resumeMonitorCommand,
  },
];

const machineCommands: readonly CommandDefinition[] = [
  {
    name: "ping",
    summary: "ping a heartbeat",
    about: "A ping URL needs no sign-in. A name or an id needs the token of an admin.",
    args: [{ name: "HEARTBEAT", summary: "its ping URL, name or id" }],
    options: [
      { flags: "--start", summary: "the job has started" },
      { flags: "--fail", summary: "the job has failed" },
      { flags: "--log", summary: "only keep the text" },
      { flags: "--exit-code <CODE>", summary: "exit code of the job: 0 is a success" },
      { flags: "-m, --message <TEXT>", summary: "a text to keep; - reads it from standard input" },
    ],
    examples: [["./backup.sh; upfront ping Backup --exit-code $?", "Report how a job ended"]],
    load: async () => (await import("../commands/ping")).sendPingCommand,
  },
  {
    name: "deliver",
    summary: "send a sample to a source, as its sender does",
    args: [
      { name: "SOURCE", summary: "its URL, name or id" },
      { name: "FILE", summary: "file with the body; standard input if absent", isOptional: true },
    ],
    options: [
      { flags: "--type <TYPE>", summary: "media type of the body; application/json if absent" },
      { flags: "-H, --header <NAME: VALUE>", summary: "a further header, such as a signature", isRepeatable: true },
    ],
    examples: [["upfront deliver Prometheus alert.json", "See what a source makes of an alert"]],
    load: async () => (await import("../commands/deliver")).deliverSampleCommand,
  },
  {
    name: "tail",
    summary: "show changes and alerts as they come, until Ctrl-C",
    options: [
      { flags: "--only <KIND>", summary: "only one of the two", choices: ["audit", "alerts"] },
      { flags: "--interval <SECONDS>", summary: "seconds between two looks, 5 at least; 10 if absent" },
      { flags: "--once", summary: "show the newest and end" },
    ],
    examples: [["upfront tail --only alerts", "Watch alerts"]],
    load: async () => (await import("../commands/tail")).tailPageCommand,
  },
];

/** Commands about what a page has. */
export const operationCommands: readonly CommandDefinition[] = [
  ...maintenanceCommands,
  ...componentCommands,
  ...monitorCommands,
  ...machineCommands,
];
