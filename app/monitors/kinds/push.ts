import { z } from "zod";
import { needsAgentFinding } from "../contract/by-agent";
import { defineMonitorKind } from "../contract/contract";

const message = "Enter what is checked, without spaces, such as printer.lan.";

const settings = z.object({
  subject: z
    .string({ error: message })
    .trim()
    .regex(/^[^\s?#@]{1,200}$/, message)
    .meta({ title: "What is checked" }),
});

type Settings = z.output<typeof settings>;

/** Results of an external checker, which sends them to the endpoint of its agent (docs/agent.md). */
export const pushMonitorKind = defineMonitorKind<Settings>({
  kind: "push",
  title: "Your own results",
  about: "Your own checker sends signed results to an agent’s URL.",
  settings,
  from: "reported",
  calls: 0,
  target: ({ subject }) => subject,
  addresses: () => [],
  check: async () => needsAgentFinding,
  sampleSettings: { subject: "printer.lan" },
});
