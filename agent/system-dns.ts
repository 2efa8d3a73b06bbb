import type { AnyRecord, CaaRecord } from "node:dns";
import { Resolver } from "node:dns/promises";
import { refusalText } from "~/i18n/refusal-text";
import { dnsRecordTrouble, type ExpectedDnsRecords } from "~/monitors/contract/dns/judge-records";
import { toComparableRecordValue } from "~/monitors/contract/dns/record-values";
import { normaliseHostOrKeepText } from "~/net/host-name";
import type { AgentCheckOutcome } from "./look";
import { agentProgramOptions } from "./options";

const caaText = ({ critical, ...more }: CaaRecord) => {
  const [tag = "", value = ""] = Object.entries(more).find(([name]) => name !== "type") ?? [];
  return `${critical} ${tag} "${value}"`;
};

/** Formats of records as resolvers write them (RFC 1035 §5.1): Node returns most of them in parts. */
const texts: Record<string, (record: never) => string> = {
  MX: ({ priority, exchange }: { priority: number; exchange: string }) => `${priority} ${exchange}`,
  SRV: (each: { priority: number; weight: number; port: number; name: string }) =>
    `${each.priority} ${each.weight} ${each.port} ${each.name}`,
  SOA: (each: object) => Object.values(each).join(" "),
  CAA: caaText,
};

const textOf = (type: string, record: unknown): string => texts[type]?.(record as never) ?? String(record);

/** TXT records are data without escapes. */
function valuesOf(type: ExpectedDnsRecords["type"], records: unknown[]): string[] {
  const all = records.map((each) =>
    type === "TXT" ? (each as string[]).join("") : toComparableRecordValue(type, textOf(type, each)),
  );
  return [...new Set(all)].sort();
}

const unknown = (code: string, detail: string): AgentCheckOutcome => ({ verdict: "unknown", code, detail });

type DnsReply = { code: number; records: unknown[] } | { error: string };

async function ask(name: string, type: ExpectedDnsRecords["type"], timeout: number): Promise<DnsReply> {
  const resolver = new Resolver();
  if (agentProgramOptions.dnsServers) resolver.setServers(agentProgramOptions.dnsServers);
  const timer = setTimeout(() => resolver.cancel(), timeout);
  try {
    const found = (await resolver.resolve(normaliseHostOrKeepText(name), type)) as AnyRecord[] | AnyRecord;
    return { code: 0, records: [found].flat() };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENODATA") return { code: 0, records: [] };
    return code === "ENOTFOUND" ? { code: 3, records: [] } : { error: code };
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the system's resolver, which does not report the validity of DNSSEC, or the given servers. */
export async function checkBySystemDns(
  expected: ExpectedDnsRecords & { name: string },
  timeout: number,
): Promise<AgentCheckOutcome> {
  const { name, type, dnssec } = expected;
  if (dnssec === "yes") return unknown("agent_dnssec", "The system's resolver does not tell whether DNSSEC holds.");
  const answer = await ask(name, type, timeout).catch(() => ({ error: "EBADQUERY" }));
  if ("error" in answer) return unknown("no_resolver", `The resolver said ${answer.error}.`);
  const trouble = dnsRecordTrouble(expected, {
    code: answer.code,
    proven: false,
    values: valuesOf(type, answer.records),
  });
  if (!trouble) return { verdict: "up", code: "ok", detail: "As expected." };
  return { verdict: "down", code: trouble.code, detail: refusalText(trouble.detail, "en") };
}
