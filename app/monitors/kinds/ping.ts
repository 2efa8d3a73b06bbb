import { z } from "zod";
import { needsAgentFinding } from "../contract/by-agent";
import { defineMonitorKind } from "../contract/contract";
import { hostSettingSchema } from "../contract/tcp/host";

/** Returns true for a host's name or address; a leading hyphen would make it an option of the system's ping. */
const isHost = (text: string) => /^[\p{L}\p{N}][\p{L}\p{N}.:%_-]*$/u.test(text);

const host = hostSettingSchema.refine(isHost, "Enter a host name or IP address.").meta({ title: "Host" });

const settings = z.object({ host });

type Settings = z.output<typeof settings>;

/** ICMP echo. Workers cannot send it; an agent calls the system's ping (agent/ping.ts). */
export const pingMonitorKind = defineMonitorKind<Settings>({
  kind: "ping",
  title: "Ping (ICMP)",
  about: "An agent sends an ICMP echo and waits for the reply.",
  settings,
  from: "agent",
  calls: 0,
  target: ({ host }) => host,
  addresses: ({ host }) => [{ host }],
  check: async () => needsAgentFinding,
  sampleSettings: { host: "printer.office.example" },
});
