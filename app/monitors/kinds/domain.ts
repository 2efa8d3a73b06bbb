import { z } from "zod";
import { dayMs } from "~/time/durations";
import { normaliseHost } from "../../net/host-name";
import type { OutboundAnswer } from "../../platform/outbound";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { type DomainRegistration, parseDomainRegistration } from "../contract/domain/registration";
import { rdapAddressOf } from "../contract/domain/registries";
import { quotePeerText, redactFinding } from "../contract/quoted-text";
import { nearestExpiryStepDays } from "../rules/expiry";

const example = "Enter a registered domain, such as example.com.";

/** Returns the name in ASCII, as registries write it; null when it is not a domain name. */
function asciiOf(name: string): string | null {
  const host = normaliseHost(name) ?? "";
  return /^(?=.{4,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*\.[a-z][a-z0-9-]*$/.test(host) ? host : null;
}

const fields = z.object({
  name: z
    .string({ error: example })
    .trim()
    .max(253)
    .refine((text) => asciiOf(text) !== null, example)
    .meta({ title: "Domain", hint: "The registered domain, such as example.com, without “www.”." }),
  days: z.coerce.number().int().min(1).max(180).default(30).meta({ title: "Warn before it expires (days)" }),
  server: z
    .string()
    .trim()
    .max(500)
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "Enter the URL of an RDAP server.")
    .optional()
    .meta({ title: "RDAP server instead of the registry’s" }),
});

type Settings = z.output<typeof fields>;
type StepDetail = CheckStep["detail"];

/** Returns the address to query; null when no registry is known. */
function serverOf({ name, server }: Settings): string | null {
  if (server !== undefined) return server.endsWith("/") ? server : `${server}/`;
  return rdapAddressOf(asciiOf(name) ?? "");
}

const settings = fields.superRefine((given, ctx) => {
  const message = "No RDAP server is known for this registry. Enter one, if it has one.";
  if (asciiOf(given.name) !== null && serverOf(given) === null)
    ctx.addIssue({ code: "custom", path: ["server"], message });
});

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

interface DomainVerdict {
  verdict: CheckFinding["verdict"];
  code: string;
  detail: StepDetail;
  within?: number;
}

/** Removes the separators between a status's words. */
const lettersOf = (status: string) => status.replace(/[^a-z]/g, "");

/** Statuses of RFC 8056 with which a name is not in the DNS, or soon leaves it. */
const gone = ["client hold", "server hold", "redemption period", "pending delete", "inactive"].map(lettersOf);

function statusTrouble({ statuses }: DomainRegistration): DomainVerdict | null {
  const status = statuses.find((each) => gone.includes(lettersOf(each)));
  if (status === undefined) return null;
  const detail = englishSentence("The registry lists the domain as “{{status}}”: it does not resolve.", { status });
  return { verdict: "down", code: status.replaceAll(" ", "_"), detail };
}

const left = (days: number): StepDetail => {
  if (days === 0) return englishSentence("The domain expires within a day.");
  return days === 1
    ? englishSentence("The domain expires in one day.")
    : englishSentence("The domain expires in {{days}} days.", { days });
};

/**
 * Judges the expiry. Registries keep an expired name in the DNS for a while, but it must be renewed at once: it counts
 * as down.
 */
function expiryTrouble({ expires }: DomainRegistration, given: Settings, now: number): DomainVerdict | null {
  if (expires === null) return null;
  if (now >= expires) {
    const detail = englishSentence("The domain expired on {{date}}.", { date: dateOf(expires) });
    return { verdict: "down", code: "expired", detail };
  }
  const days = Math.floor((expires - now) / dayMs);
  const within = nearestExpiryStepDays(days, given.days);
  return within === null ? null : { verdict: "degraded", code: "expires_soon", detail: left(days), within };
}

const allWell = ({ expires }: DomainRegistration, now: number): DomainVerdict => {
  // A registry that does not publish the date leaves the expiry unknown.
  if (expires === null) {
    const detail = englishSentence("The registry does not publish when the domain expires.");
    return { verdict: "unknown", code: "no_expiry", detail };
  }
  const days = Math.floor((expires - now) / dayMs);
  const detail = englishSentence("Registered until {{date}}, for {{days}} more days.", { date: dateOf(expires), days });
  return { verdict: "up", code: "ok", detail };
};

function judged(registration: DomainRegistration, given: Settings, now: number): CheckFinding {
  const status = statusTrouble(registration);
  const expiry = expiryTrouble(registration, given, now);
  const well = allWell(registration, now);
  const wrong = status ?? expiry ?? (well.verdict === "up" ? null : well);
  const statuses = quotePeerText(registration.statuses.join(", "), 120);
  const steps: CheckStep[] = [
    {
      title: englishSentence("Status"),
      ok: status === null,
      detail:
        status?.detail ??
        (statuses ? englishSentence("Status: {{statuses}}.", { statuses }) : englishSentence("No status is listed.")),
    },
    { title: englishSentence("Expiry"), ok: expiry === null && well.verdict === "up", detail: (expiry ?? well).detail },
  ];
  return { ...(wrong ?? well), milliseconds: null, steps };
}

const single = (judgement: DomainVerdict): CheckFinding => ({
  ...judgement,
  milliseconds: null,
  steps: [{ title: englishSentence("Response from the registry"), ok: false, detail: judgement.detail }],
});

/**
 * Returns the finding for a response that is no registration. Only a 404 is a statement about the domain (RFC 7480,
 * 5.3).
 */
function refusal({ status }: OutboundAnswer, name: string): CheckFinding {
  if (status === 404) {
    const detail = englishSentence(
      "The registry does not know {{name}}. Enter the registered domain, without “www.”.",
      { name },
    );
    return single({ verdict: "down", code: "not_registered", detail });
  }
  if (status === 429) {
    const detail = englishSentence("The registry’s rate limit is reached; the next check will try again.");
    return single({ verdict: "unknown", code: "rate_limited", detail });
  }
  const detail = englishSentence("It answered {{status}} without valid registry data.", { status });
  return single({ verdict: "unknown", code: "no_registry", detail });
}

async function check({ settings: given, outbound, timeout, now }: CheckInput<Settings>): Promise<CheckFinding> {
  const name = asciiOf(given.name) ?? given.name;
  const server = serverOf(given);
  if (server === null) {
    const detail = englishSentence("No RDAP server is known for the registry of {{name}}.", { name });
    return single({ verdict: "unknown", code: "no_rdap", detail });
  }
  const request = { url: `${server}domain/${name}`, headers: { accept: "application/rdap+json" }, timeout };
  const answer = await outbound.fetch({ ...request, redirects: 2 });
  if (!answer.ok) {
    const { reason, code, detail } = answer;
    return single({ verdict: reason === "blocked" ? "blocked" : "unknown", code, detail });
  }
  const registration = answer.status === 200 && !answer.truncated ? parseDomainRegistration(answer.text) : null;
  if (registration === null || (registration.name ?? name) !== name) return refusal(answer, name);
  return judged(registration, given, now());
}

export const domainMonitorKind = defineMonitorKind<Settings>({
  kind: "domain",
  title: "Domain registration",
  about: "Checks the registry for a domain’s expiry date and suspension.",
  settings,
  calls: 3,
  secondHand: true,
  untimed: true,
  leastInterval: 60,
  target: ({ name }) => asciiOf(name) ?? name,
  addresses: (given) => {
    const url = serverOf(given);
    return url === null ? [] : [{ url }];
  },
  check: async (given) => redactFinding(await check(given), []),
  sampleSettings: { name: "example.com", days: 45, server: "https://rdap.example.org/" },
});
