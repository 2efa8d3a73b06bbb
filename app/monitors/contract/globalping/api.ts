import { z } from "zod";
import { englishSentence, type Refusal } from "~/failures/refusal";
import type { Outbound, OutboundAnswer } from "~/platform/outbound";
import { quotePeerText } from "../quoted-text";
import type { ProbeQuestion, ProbeResponse } from "./question";

/** https://globalping.io/docs/api.globalping.io, read from jsdelivr/globalping public/v1 at 52c0c192 (2026-08-07). */
const measurements = "https://api.globalping.io/v1/measurements";

/** Returns the address where anyone who knows the id can see the result, for about a week. */
export const globalpingResultUrl = (id: string): string => `https://globalping.io?measurement=${id}`;

/** The outcome when Globalping gave no answer; `code` is for programs, `detail` for people. */
export interface GlobalpingFailure {
  ok: false;
  code: string;
  detail: Refusal;
}

const failed = z.object({ error: z.object({ type: z.string(), message: z.string().default("") }) });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const noAnswer: GlobalpingFailure = {
  ok: false,
  code: "globalping_away",
  detail: englishSentence("Globalping did not answer."),
};

function limited(type: string, { headers }: OutboundAnswer): GlobalpingFailure {
  if (type === "insufficient_credits") {
    return { ok: false, code: type, detail: englishSentence("The Globalping token has no credits left.") };
  }
  const seconds = Number(headers.get("x-ratelimit-reset") ?? headers.get("retry-after"));
  const detail =
    seconds > 0
      ? englishSentence("Globalping’s rate limit is reached. It resets in {{length}}.", { length: { seconds } })
      : englishSentence("Globalping’s rate limit is reached.");
  return { ok: false, code: "rate_limit_exceeded", detail };
}

/** Returns each refusal with a text that says what to do. */
function refused(answer: OutboundAnswer): GlobalpingFailure {
  const { status } = answer;
  const read = failed.safeParse(jsonOf(answer.text));
  const { type, message } = read.success ? read.data.error : { type: "", message: "" };
  if (status === 401 || status === 403) {
    return { ok: false, code: "token_refused", detail: englishSentence("Globalping rejected the token.") };
  }
  if (status === 429) return limited(type, answer);
  if (status === 422) return { ok: false, code: type, detail: englishSentence("Globalping has no probe there now.") };
  if (status !== 400) return noAnswer;
  return {
    ok: false,
    code: "question_refused",
    detail: englishSentence("Globalping rejected the request: {{error}}", {
      error: quotePeerText(message, 120),
    }),
  };
}

/** Returns the question in the form of `measurementOptions`. */
function asked(question: ProbeQuestion) {
  if (question.type === "dns") {
    return { type: "dns", target: question.name, measurementOptions: { query: { type: question.record } } };
  }
  const { host: target, port } = question;
  if (question.type === "tcp") return { type: "ping", target, measurementOptions: { protocol: "TCP", port } };
  const { tls, method, path } = question;
  const options = { protocol: tls ? "HTTPS" : "HTTP", port, request: { method, path } };
  return { type: "http", target, measurementOptions: options };
}

/** Format of measurement ids, checked because they become part of addresses. */
const id = z.string().regex(/^[A-Za-z0-9]{8,64}$/);

interface GlobalpingCall {
  outbound: Outbound;
  /** Longest wait for an answer, in ms. */
  timeout: number;
}

/** Requests a measurement by one probe on each of these continents. One call, with the token. Never throws. */
export async function createGlobalpingMeasurement(
  { outbound, timeout }: GlobalpingCall,
  token: string,
  { question, continents }: { question: ProbeQuestion; continents: readonly string[] },
): Promise<{ ok: true; id: string } | GlobalpingFailure> {
  const locations = continents.map((continent) => ({ continent, limit: 1 }));
  const answer = await outbound.fetch({
    url: measurements,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ ...asked(question), locations }),
    timeout,
  });
  if (!answer.ok) return noAnswer;
  if (answer.status !== 202) return refused(answer);
  const made = z.object({ id }).safeParse(jsonOf(answer.text));
  return made.success ? { ok: true, id: made.data.id } : noAnswer;
}

const timings = z.object({ total: z.number().nullish() }).optional();
const answers: z.ZodType<{ answer: ProbeResponse; milliseconds: number | null }> = z.union([
  z
    .object({ statusCode: z.number().int(), statusCodeName: z.string(), rawHeaders: z.string(), timings })
    .transform(({ statusCode: status, timings }) => ({
      answer: { type: "http" as const, status },
      milliseconds: timings?.total ?? null,
    })),
  z
    .object({ stats: z.object({ rcv: z.number(), avg: z.number().nullish() }) })
    .transform(({ stats: { rcv: received, avg } }) => ({
      answer: { type: "tcp" as const, received },
      milliseconds: avg == null ? null : Math.round(avg),
    })),
  z
    .object({
      statusCode: z.number().int(),
      answers: z.array(z.object({ type: z.string(), value: z.string() })),
      timings,
    })
    .transform(({ statusCode: code, answers: records, timings }) => ({
      answer: { type: "dns" as const, code, records },
      milliseconds: timings?.total ?? null,
    })),
]);

const results = z.object({
  results: z.array(
    z.object({
      probe: z.object({ continent: z.string(), country: z.string(), city: z.string(), network: z.string() }),
      result: z.looseObject({
        status: z.string(),
        failureSource: z.string().optional(),
        rawOutput: z.string().nullish(),
      }),
    }),
  ),
});

/**
 * Result of one probe. When `answer` is null, either the target failed (`reason` has the cause) or the result is
 * inconclusive (`reason` is null).
 */
export interface ProbeResult {
  continent: string;
  /** Place and network, such as `Seoul, KR (Psychz Networks)`. */
  from: string;
  answer: ProbeResponse | null;
  milliseconds: number | null;
  reason: string | null;
}

type GlobalpingResult = z.output<typeof results>["results"][number];

/**
 * Parses one result. A failure of the probe itself or of its resolver, or a probe that went offline, is inconclusive
 * about the target.
 */
function resultOf({ probe: { continent, city, country, network }, result }: GlobalpingResult): ProbeResult {
  const from = quotePeerText(`${city}, ${country} (${network})`, 80);
  const nothing = { continent, from, answer: null, milliseconds: null, reason: null };
  if (result.status === "failed") {
    const isTheirs = (result.failureSource ?? "target") === "target";
    return isTheirs ? { ...nothing, reason: quotePeerText(result.rawOutput ?? "", 100) } : nothing;
  }
  const read = result.status === "finished" ? answers.safeParse(result) : null;
  return read?.success ? { ...nothing, ...read.data } : nothing;
}

/** Reads the results of the probes. One call; results are public, so the token is not sent. Never throws. */
export async function readGlobalpingMeasurement(
  { outbound, timeout }: GlobalpingCall,
  measurement: string,
): Promise<{ ok: true; results: ProbeResult[] } | GlobalpingFailure> {
  const answer = await outbound.fetch({
    url: `${measurements}/${measurement}`,
    headers: { accept: "application/json" },
    timeout,
    maxBytes: 256 * 1024,
  });
  if (!answer.ok) return noAnswer;
  if (answer.status !== 200) return refused(answer);
  const read = results.safeParse(jsonOf(answer.text));
  return read.success ? { ok: true, results: read.data.results.map(resultOf) } : noAnswer;
}
