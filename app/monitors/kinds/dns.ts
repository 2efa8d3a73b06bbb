import { z } from "zod";
import { normaliseHostOrKeepText } from "../../net/host-name";
import type { OutboundAnswer, OutboundFailure } from "../../platform/outbound";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { parseDnsAnswer } from "../contract/dns/dns-answer";
import { type DnsRecordTrouble, dnsRecordTrouble, nonEmptyLines } from "../contract/dns/judge-records";
import {
  type DnsAnswer,
  type DnsRecordType,
  dnsRecordTypes,
  toComparableRecordValue,
} from "../contract/dns/record-values";
import type { PublicProbeCheck } from "../contract/globalping/question";
import { quotePeerText, redactFinding } from "../contract/quoted-text";

const resolver = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
    "Enter the URL of a resolver that returns JSON over HTTPS.",
  );

const cloudflare = "https://cloudflare-dns.com/dns-query";
const google = "https://dns.google/resolve";

const names = Object.keys(dnsRecordTypes) as [DnsRecordType, ...DnsRecordType[]];

const matches = {
  any: "At least one",
  exactly: "Exactly these values",
  contains: "At least these values",
  count: "A number of records",
};

const fields = z.object({
  name: z
    .string({ error: "Enter a name, such as example.com." })
    .trim()
    .min(1, "Enter a name, such as example.com.")
    .max(253)
    .regex(/^[\p{L}\p{M}\p{N}_*-]+(?:[.。．｡][\p{L}\p{M}\p{N}_-]+)*[.。．｡]?$/u, "Enter a name, such as example.com.")
    .meta({ title: "Domain name" }),
  type: z.enum(names).default("A").meta({ title: "Record type" }),
  match: z
    .enum(["any", "exactly", "contains", "count"])
    .default("any")
    .meta({ title: "Expected records", choices: matches }),
  values: z.string().max(4000).optional().meta({
    title: "Expected values, one per line",
    hint: "As a resolver returns them: for example 203.0.113.10 or, for MX, 10 mail.example.com.",
    lines: 3,
  }),
  count: z.coerce.number().int().min(0).max(100).optional().meta({ title: "Expected number of records" }),
  serial: z.coerce.number().int().min(0).max(4_294_967_295).optional().meta({ title: "Minimum SOA serial" }),
  dnssec: z.enum(["no", "yes"]).default("no").meta({ title: "Require DNSSEC validation" }),
  resolver: resolver.default(cloudflare).meta({ title: "Resolver" }),
  second: resolver.default(google).meta({ title: "Second resolver" }),
});

type Settings = z.output<typeof fields>;

/** Settings that are only valid together: [field, message, test that is true when they are wrong]. */
const together: [keyof Settings, string, (given: Settings) => boolean][] = [
  [
    "values",
    "Enter the expected values, one per line.",
    ({ match, values }) => /^(?:exactly|contains)$/.test(match) && nonEmptyLines(values).length === 0,
  ],
  ["count", "Enter the expected number of records.", ({ match, count }) => match === "count" && count === undefined],
  ["serial", "Only an SOA record has a serial.", ({ type, serial }) => type !== "SOA" && serial !== undefined],
];

const settings = fields.superRefine((given, ctx) => {
  for (const [path, message, isWrong] of together) {
    if (isWrong(given)) ctx.addIssue({ code: "custom", path: [path], message });
  }
});

/** Result of one resolver; `failure` = no response, or not that of a resolver. */
interface ResolverResult {
  host: string;
  milliseconds: number;
  answer: DnsAnswer | null;
  failure: OutboundFailure | null;
  trouble: DnsRecordTrouble | null;
}

const noResolver = (answer: OutboundAnswer): OutboundFailure => ({
  ok: false,
  reason: "unreachable",
  code: "no_resolver",
  detail: englishSentence("It answered {{status}} without valid DNS data.", { status: answer.status }),
  milliseconds: answer.milliseconds,
});

async function ask(
  { settings: given, outbound, timeout }: CheckInput<Settings>,
  address: string,
): Promise<ResolverResult> {
  const url = new URL(address);
  url.searchParams.set("name", normaliseHostOrKeepText(given.name));
  url.searchParams.set("type", given.type);
  if (given.dnssec === "yes") url.searchParams.set("do", "1");
  const answered = await outbound.fetch({ url: url.href, headers: { accept: "application/dns-json" }, timeout });
  const { milliseconds } = answered;
  const asked = { host: url.host, milliseconds, answer: null, trouble: null };
  if (!answered.ok) return { ...asked, failure: answered };
  const answer = answered.status === 200 && !answered.truncated ? parseDnsAnswer(given.type, answered.text) : null;
  if (answer === null) return { ...asked, failure: noResolver(answered) };
  return { ...asked, answer, failure: null, trouble: dnsRecordTrouble(given, answer) };
}

function stepOf({ host, answer, failure, trouble }: ResolverResult): CheckStep {
  const title = englishSentence("Response from {{host}}", { host });
  if (failure !== null) return { title, ok: false, detail: failure.detail };
  if (trouble !== null) return { title, ok: false, detail: trouble.detail };
  const values = answer?.values ?? [];
  return {
    title,
    ok: true,
    detail:
      values.length > 0
        ? englishSentence("Found: {{values}}.", { values: quotePeerText(values.join(", "), 150) })
        : englishSentence("No records."),
  };
}

const sameValues = (one: DnsAnswer | null, other: DnsAnswer | null) =>
  one?.code === other?.code && one?.values.join("\n") === other?.values.join("\n");

/** Returns true for SERVFAIL, REFUSED and the like, which neither give records nor deny them. */
const gaveUp = ({ answer }: ResolverResult) => answer !== null && answer.code !== 0 && answer.code !== 3;

/**
 * Returns the results. When both resolvers give up, the name itself is at fault; if only one does, it counts as no
 * response.
 */
function heardOf(all: readonly [ResolverResult, ResolverResult]): readonly ResolverResult[] {
  if (all.every(gaveUp)) return all;
  return all.map((each) => {
    if (!gaveUp(each) || each.trouble === null) return each;
    const { code, detail } = each.trouble;
    const failure = { ok: false, reason: "unreachable", code, detail, milliseconds: each.milliseconds } as const;
    return { ...each, trouble: null, failure };
  });
}

/**
 * Judges the resolvers that responded. A difference between them is mentioned, and is down only when one response is
 * not as expected.
 */
function judged(all: readonly [ResolverResult, ResolverResult]): CheckFinding {
  const heard = heardOf(all);
  const [one, other] = heard as [ResolverResult, ResolverResult];
  const steps = heard.map(stepOf);
  const silent = heard.filter((each) => each.failure !== null);
  const wrong = heard.find((each) => each.trouble !== null);
  if (silent.length === 2) return nobodyAnswered(one, steps);
  const milliseconds = Math.max(...heard.flatMap((each) => (each.failure === null ? each.milliseconds : [])));
  if (wrong?.trouble) {
    const { code, detail } = wrong.trouble;
    const alone = silent.length === 0 && heard.some((each) => each.trouble === null);
    const said = englishSentence("The resolvers differ: only {{host}}’s answer is not as expected.", {
      host: wrong.host,
    });
    return {
      verdict: "down",
      code: alone ? "resolvers_differ" : code,
      detail: alone ? said : detail,
      milliseconds,
      steps,
    };
  }
  // One resolver without a response is no statement about the name.
  const alone = englishSentence("No answer; the other resolver’s answer counts.");
  const told = steps.map((step, n) => {
    if (!heard[n]?.failure) return step;
    return { ...step, ok: true, ...(heard[n].answer === null ? { detail: alone } : {}) };
  });
  const differ = silent.length === 0 && !sameValues(one.answer, other.answer);
  const detail = differ
    ? englishSentence("As expected, though the resolvers’ answers differ.")
    : englishSentence("As expected.");
  return { verdict: "up", code: "ok", detail, milliseconds, steps: told };
}

/** Returns an unknown finding; blocked when a resolver's address may not be called, which must be mended. */
function nobodyAnswered({ failure }: ResolverResult, steps: CheckStep[]): CheckFinding {
  const { reason, code, detail } = failure as OutboundFailure;
  if (reason === "blocked") return { verdict: "blocked", code, detail, milliseconds: null, steps };
  return { verdict: "unknown", code, detail: englishSentence("Neither resolver answered."), milliseconds: null, steps };
}

/** Record types that probes cannot query, or not by name. */
const notPublic: readonly DnsRecordType[] = ["CAA", "PTR"];

/** Returns the probes' question; null with resolvers of the team's choice, because the name may be private. */
function publicLook(given: Settings): PublicProbeCheck | null {
  const { name, type, resolver, second } = given;
  const usual = resolver === cloudflare && second === google;
  if (!usual || notPublic.includes(type)) return null;
  return {
    question: { type: "dns", name: normaliseHostOrKeepText(name), record: type },
    covers: ({ verdict }) => verdict === "up" || verdict === "down",
    isWell: (answer) => {
      if (answer.type !== "dns" || (answer.code !== 0 && answer.code !== 3)) return null;
      const mine = answer.records.filter((each) => each.type === type);
      const values = [...new Set(mine.map(({ value }) => toComparableRecordValue(type, value)))].sort();
      return dnsRecordTrouble({ ...given, dnssec: "no" }, { code: answer.code, proven: false, values }) === null;
    },
  };
}

export const dnsMonitorKind = defineMonitorKind<Settings>({
  kind: "dns",
  title: "DNS",
  about: "Asks two resolvers for a name’s records and compares them with what you expect.",
  settings,
  from: "either",
  calls: 2,
  cost: () => 2,
  secondHand: true,
  target: ({ name, type }) => `${name.replace(/\.$/, "")}/${type}`,
  addresses: ({ resolver, second }) => [{ url: resolver }, { url: second }],
  publicLook,
  notByAgent: ({ dnssec, resolver, second }) => [
    ...(dnssec === "yes" ? ["dnssec"] : []),
    ...(resolver === cloudflare ? [] : ["resolver"]),
    ...(second === google ? [] : ["second"]),
  ],
  async check(given) {
    const { resolver, second } = given.settings;
    return redactFinding(judged(await Promise.all([ask(given, resolver), ask(given, second)])), []);
  },
  sampleSettings: {
    name: "example.com",
    type: "SOA",
    match: "contains",
    values: "ns.icann.org noc.dns.icann.org 2026112401 7200 3600 1209600 3600",
    serial: 2_026_112_400,
    dnssec: "yes",
    resolver: "https://cloudflare-dns.com/dns-query",
    second: "https://dns.google/resolve",
  },
});
