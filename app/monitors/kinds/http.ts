import { normaliseHostOrKeepText } from "../../net/host-name";
import type { CookieJar, OutboundAnswer, OutboundFailure, RedirectHop } from "../../platform/outbound";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { httpAssertionsOf } from "../contract/http/asserts";
import { runPrecedingRequests } from "../contract/http/carry-on";
import { withRequestBodyFormat, withTemplateValues } from "../contract/http/preceding-requests";
import { httpProbeCheck } from "../contract/http/public-look";
import {
  type HttpSettings,
  httpSettingsSchema,
  judgedRequestOf,
  precedingRequestsOfHttpCheck,
  secretTextsOfHttpSettings,
} from "../contract/http/settings";
import { isExpectedStatus, parseStatusRanges } from "../contract/http/status-ranges";
import { redactFinding } from "../contract/quoted-text";
import {
  type CertificateTrouble,
  findCertificateTrouble,
  judgeCertificateExpiry,
} from "../contract/tls/certificate-trouble";
import type { TlsConnectContext } from "../contract/tls/look";
import { outboundFailureVerdict } from "../contract/unanswered-call";

const mostBytes = 256 * 1024;
/**
 * Limits of redirects. Browsers allow many more, and real chains are shorter; redirects beyond the first three are
 * followed only when the budget allows.
 */
const redirects = { redirects: 3, furtherRedirects: 7 };

/** Returns the address for people: without user name or query. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname}` : "";
}

const placeIn = (url: URL) => ({ host: normaliseHostOrKeepText(url.hostname), port: Number(url.port || 443) });

function hopStep({ from: asked, status, to: next }: RedirectHop): CheckStep {
  const [from, to] = [placeOf(asked), placeOf(next)];
  const detail = to
    ? englishSentence("{{from}} answered {{status}} and redirects to {{to}}.", { from, status, to })
    : englishSentence("{{from}} answered {{status}} without a redirect target.", { from, status });
  return { title: englishSentence("Redirect"), ok: true, detail };
}

/**
 * Returns the certificate's fault after TLS was refused, which explains more than "unreachable". It is not read after
 * more than one redirect, because a check makes no more calls than are reserved for it.
 */
async function troubleOf(
  failure: OutboundFailure,
  address: string,
  around: TlsConnectContext,
): Promise<CertificateTrouble | null> {
  const { reason, hops = [] } = failure;
  const url = URL.parse(hops.at(-1)?.to ?? address);
  if (reason !== "unreachable" || url?.protocol !== "https:" || hops.length > 1) return null;
  return findCertificateTrouble({ ...placeIn(url), starttls: "no" }, around);
}

async function failed(
  failure: OutboundFailure,
  address: string,
  hops: CheckStep[],
  around: TlsConnectContext,
): Promise<CheckFinding> {
  const trouble = await troubleOf(failure, address, around);
  const { code, detail } = trouble ?? failure;
  const verdict = outboundFailureVerdict(failure);
  const steps = [...hops, { title: englishSentence("Request"), ok: false, detail }];
  const found: CheckFinding = { verdict, code, detail, milliseconds: null, steps };
  return trouble ? { ...found, certificate: trouble.certificate } : found;
}

function judged(settings: HttpSettings, answer: OutboundAnswer, before: CheckStep[]): CheckFinding {
  const asserts = httpAssertionsOf(settings, answer);
  const { status, text, truncated, milliseconds } = answer;
  const detail = truncated
    ? englishSentence("More than 256 KB in {{milliseconds}} ms.", { milliseconds })
    : englishSentence("{{size}} characters in {{milliseconds}} ms.", { size: text.length, milliseconds });
  const call = { title: englishSentence("Request"), ok: true, detail };
  const steps = [...before, call, ...asserts.map(({ title, ok, detail }) => ({ title, ok, detail }))];
  const wrong = asserts.find((each) => !each.ok && !each.isUnknown) ?? asserts.find((each) => !each.ok);
  const seen = { status, headers: [...answer.headers], body: text };
  if (wrong?.isUnknown) return { verdict: "unknown", code: wrong.code, detail: wrong.detail, milliseconds, steps };
  if (wrong) return { verdict: "down", code: wrong.code, detail: wrong.detail, milliseconds, steps, answer: seen };
  return {
    verdict: "up",
    code: "ok",
    detail: englishSentence("It answered {{status}}.", { status }),
    milliseconds,
    steps,
  };
}

/** Adds the certificate's result to a finding: a warning, or why its expiry is unknown. */
async function withCertificate(
  found: CheckFinding,
  given: CheckInput<HttpSettings>,
  begun: number,
): Promise<CheckFinding> {
  const { settings, outbound, timeout, now } = given;
  const days = settings.certificateDays;
  const url = URL.parse(settings.url);
  if (days === undefined || found.verdict !== "up" || url === null) return found;
  const place = { ...placeIn(url), days };
  const left = Math.max(1, timeout - (now() - begun));
  const { judged, detail, certificate } = await judgeCertificateExpiry(place, { outbound, timeout: left, now });
  const steps = [...found.steps, { title: englishSentence("Certificate"), ok: judged === null, detail }];
  if (judged === null) return { ...found, steps, ...(certificate ? {} : { leavesWarning: true as const }) };
  return { ...found, ...judged, steps, ...(certificate && { certificate }) };
}

/**
 * Returns true when the request must follow a 303: it is not an expected status, and the method is not GET or HEAD,
 * which follow redirects anyway.
 */
const followsSeeOther = ({ method, statuses }: HttpSettings) =>
  method !== "GET" && method !== "HEAD" && !isExpectedStatus(303, parseStatusRanges(statuses) ?? []);

async function check(given: CheckInput<HttpSettings>): Promise<{ found: CheckFinding; values: string[] }> {
  const { settings, outbound, timeout, now } = given;
  const begun = now();
  const cookies: CookieJar = new Map();
  const carried = await runPrecedingRequests(precedingRequestsOfHttpCheck(settings), { ...given, cookies });
  const values = [...carried.values.values()];
  if (!carried.ok) return { found: carried.finding, values };
  const { takes: _none, ...request } = withTemplateValues(judgedRequestOf(settings), carried.values);
  const left = Math.max(1, timeout - (now() - begun));
  const answer = await outbound.fetch({
    ...request,
    ...(settings.follow === "yes" ? redirects : {}),
    followsSeeOther: followsSeeOther(settings),
    cookies,
    timeout: left,
    maxBytes: mostBytes,
  });
  const before = [...carried.steps, ...(answer.hops ?? []).map(hopStep)];
  if (!answer.ok) {
    const around = { outbound, timeout: timeout - (now() - begun), now };
    return { found: await failed(answer, request.url, before, around), values };
  }
  const milliseconds = carried.milliseconds + answer.milliseconds;
  return { found: await withCertificate(judged(settings, { ...answer, milliseconds }, before), given, begun), values };
}

export const httpMonitorKind = defineMonitorKind<HttpSettings>({
  kind: "http",
  title: "HTTP(S)",
  about: "Requests a URL and checks the response: its status, text, JSON, size and certificate.",
  settings: httpSettingsSchema,
  from: "either",
  calls: 9,
  cost: (settings) =>
    1 + precedingRequestsOfHttpCheck(settings).length + (settings.certificateDays === undefined ? 0 : 1),
  target: ({ url }) => placeOf(url),
  addresses: (settings) => [settings, ...precedingRequestsOfHttpCheck(settings)].map(({ url }) => ({ url })),
  publicLook: httpProbeCheck,
  requests: (settings) =>
    [...precedingRequestsOfHttpCheck(settings), judgedRequestOf(settings)].map(withRequestBodyFormat),
  async check(given) {
    const { found, values } = await check(given);
    return redactFinding(found, [...secretTextsOfHttpSettings(given.settings), ...values]);
  },
  sampleSettings: {
    url: "https://example.com/health?key=only-for-us",
    method: "POST",
    headers: "X-Api-Key: a-key-of-ours",
    body: '{"password":"our password","token":"{{token}}"}',
    bodyType: "json",
    auth: "bearer",
    token: "a-token-of-ours",
    statuses: "200-299, 301",
    header: "Content-Type: *json*",
    contains: "(a+)+$",
    lacks: "error",
    jsonPath: "$.status",
    jsonValue: "ok",
    leastBytes: 2,
    mostBytes: 200_000,
    latest: 5000,
    follow: "yes",
    certificateDays: 21,
    earlier: "GET https://example.com/token?key=a-key-of-ours\n> token = token=...;",
  },
});
