import type { Hop, OutboundAnswer, OutboundFailure } from "../../platform/outbound";
import { defineMonitorKind, type Finding, type Step, says } from "../contract";
import { assertsOf } from "../http/asserts";
import { type HttpSettings, httpSettings, secretsOf, sentHeaders } from "../http/settings";
import { harmless } from "../told";

const mostBytes = 256 * 1024;

/** Where it is, for people: nobody's name, no query. */
function placeOf(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname}` : "";
}

function hopStep({ from: asked, status, to: next }: Hop): Step {
  const [from, to] = [placeOf(asked), placeOf(next)];
  const detail = to
    ? says("{{from}} answered {{status}} and points to {{to}}.", { from, status, to })
    : says("{{from}} answered {{status}} and points to nowhere.", { from, status });
  return { title: says("Redirect"), ok: true, detail };
}

function failed(failure: OutboundFailure, hops: Step[]): Finding {
  const { reason, code, detail } = failure;
  const verdict = reason === "blocked" ? "blocked" : "down";
  return { verdict, code, detail, milliseconds: null, steps: [...hops, { title: says("Call"), ok: false, detail }] };
}

function judged(settings: HttpSettings, answer: OutboundAnswer, hops: Step[]): Finding {
  const asserts = assertsOf(settings, answer);
  const { status, text, truncated, milliseconds } = answer;
  const detail = truncated
    ? says("More than 256 KB in {{milliseconds}} ms.", { milliseconds })
    : says("{{size}} characters in {{milliseconds}} ms.", { size: text.length, milliseconds });
  const call = { title: says("Call"), ok: true, detail };
  const steps = [...hops, call, ...asserts.map(({ title, ok, detail }) => ({ title, ok, detail }))];
  const wrong = asserts.find((each) => !each.ok);
  if (wrong) return { verdict: "down", code: wrong.code, detail: wrong.detail, milliseconds, steps };
  return { verdict: "up", code: "ok", detail: says("It answered {{status}}.", { status }), milliseconds, steps };
}

export const http = defineMonitorKind<HttpSettings>({
  kind: "http",
  title: "HTTP(S)",
  about: "Requests a URL and checks the response.",
  settings: httpSettings,
  from: "either",
  calls: 4,
  target: ({ url }) => placeOf(url),
  addresses: ({ url }) => [{ url }],
  async check({ settings, outbound, timeout }) {
    const { url, method, body, follow } = settings;
    const request = { url, method, headers: sentHeaders(settings), timeout, maxBytes: mostBytes };
    const sent = body === undefined ? {} : { body };
    const answer = await outbound.fetch({ ...request, ...sent, redirects: follow === "yes" ? 3 : 0 });
    const hops = (answer.hops ?? []).map(hopStep);
    return harmless(answer.ok ? judged(settings, answer, hops) : failed(answer, hops), secretsOf(settings));
  },
  sampleSettings: {
    url: "https://example.com/health?key=only-for-us",
    method: "POST",
    headers: "X-Api-Key: a-key-of-ours",
    body: '{"password":"our password"}',
    auth: "bearer",
    token: "a-token-of-ours",
    statuses: "200-299, 301",
    header: "Content-Type: *json*",
    contains: "(a+)+$",
    lacks: "error",
    jsonPath: "$.status",
    jsonValue: "ok",
    latest: 5000,
    follow: "yes",
  },
});
