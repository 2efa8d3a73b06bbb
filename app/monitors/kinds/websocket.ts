import { z } from "zod";
import { refusalFor } from "../../failures/refusal";
import { normaliseHostOrKeepText } from "../../net/host-name";
import type { MessageSocket, OutboundFailure, WebSocketEvent } from "../../platform/outbound";
import { includesNormalizedText } from "../../text/contains-text";
import { mayContainUndecodedText } from "../../text/read-text";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { httpProbeQuestion, type PublicProbeCheck, tcpProbeCheck } from "../contract/globalping/question";
import { headersSettingSchema } from "../contract/http/headers-setting";
import { parseHeaderLines } from "../contract/http/status-ranges";
import { redactFinding } from "../contract/quoted-text";
import { maxReceivedChars, receivedEvidence } from "../contract/received-evidence";
import type { ReceivedBuffer } from "../contract/tcp/talk";
import { findCertificateTrouble } from "../contract/tls/certificate-trouble";
import { outboundFailureVerdict } from "../contract/unanswered-call";
import { closeCodeVerdict } from "../contract/websocket/close-codes";

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const settings = z.object({
  url: z
    .string({ error: "Enter a URL, such as wss://example.com/socket." })
    .trim()
    .max(2048)
    .refine((text) => /^wss?:\/\//i.test(text) && URL.canParse(text), "Enter a URL that starts with wss:// or ws://.")
    .meta({ title: "URL", hint: "Such as wss://example.com/socket." }),
  headers: headersSettingSchema,
  protocol: z
    .string()
    .trim()
    .max(100)
    .regex(token, "Enter one name, without spaces.")
    .optional()
    .meta({ title: "Subprotocol" }),
  send: z.string().max(2000).optional().meta({ title: "Message to send", secret: true, origin: "url", lines: 3 }),
  expect: z.string().max(500).optional().meta({ title: "Expected response text" }),
});

type Settings = z.output<typeof settings>;
type WebSocketVerdict = Pick<CheckFinding, "verdict" | "code" | "detail" | "certificate">;

/** Returns the HTTP address of a WebSocket, as the handshake is HTTP. */
const callOf = (url: string) => url.trim().replace(/^ws/i, "http");

const placeOf = (url: string) => {
  const { host = "", pathname = "" } = URL.parse(url) ?? {};
  return `${host}${pathname}`;
};

function typedHeaders({ headers = "" }: Settings): Record<string, string> {
  const typed = parseHeaderLines(headers);
  return "headers" in typed ? typed.headers : {};
}

const down = (code: string, detail: CheckStep["detail"]): WebSocketVerdict => ({ verdict: "down", code, detail });

/** The messages so far. With `mayContainUndecodedText`, the expected text may be in one that was not read. */
interface HeardText extends ReceivedBuffer {
  mayHide: boolean;
}

/** Waits for the text; searches each message once. */
async function listen(socket: MessageSocket, expect: string, came: HeardText): Promise<WebSocketVerdict | null> {
  for (;;) {
    const heard: WebSocketEvent = await socket.next();
    if (heard.kind === "ended") return closeCodeVerdict(heard.code);
    if (heard.kind === "full")
      return down("text_missing", englishSentence("The expected text is not in the first 256 KB."));
    if (includesNormalizedText(heard.text, expect)) return null;
    came.mayHide ||= mayContainUndecodedText(heard.text, expect);
    came.text = `${came.text}${heard.text}\n`.slice(0, maxReceivedChars);
  }
}

/** Returns what was wrong within the time; null when nothing was. Closes the socket. */
async function spoken(
  socket: MessageSocket,
  { send, expect }: Settings,
  left: number,
  came: HeardText,
): Promise<WebSocketVerdict | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<WebSocketVerdict>((resolve) => {
    const detail = englishSentence("The expected text did not arrive in time.");
    timer = setTimeout(() => resolve(down("timeout", detail)), Math.max(1, left));
  });
  try {
    if (send) socket.send(send);
    return expect ? await Promise.race([listen(socket, expect, came), late]) : null;
  } catch {
    return closeCodeVerdict(null);
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

/** Judges a failed handshake; under TLS the certificate explains more than "unreachable". */
async function failed(given: CheckInput<Settings>, failure: OutboundFailure, spent: number): Promise<WebSocketVerdict> {
  const { reason, code, detail } = failure;
  const url = URL.parse(callOf(given.settings.url));
  const place = {
    host: normaliseHostOrKeepText(url?.hostname ?? ""),
    port: Number(url?.port || 443),
    starttls: "no" as const,
  };
  const asks = reason === "unreachable" && url?.protocol === "https:";
  const trouble = asks ? await findCertificateTrouble(place, { ...given, timeout: given.timeout - spent }) : null;
  return trouble ?? { verdict: outboundFailureVerdict(failure), code, detail };
}

const single = (judged: WebSocketVerdict): CheckFinding => ({
  ...judged,
  milliseconds: null,
  steps: [{ title: englishSentence("Handshake"), ok: false, detail: judged.detail }],
});

const unread: WebSocketVerdict = { verdict: "unknown", code: "text_unread", detail: refusalFor("call.charset") };

/** Sends and waits on an open WebSocket. */
async function judged(socket: MessageSocket, { settings, timeout, now }: CheckInput<Settings>, begun: number) {
  const { send, expect } = settings;
  const after = englishSentence("Connected after {{milliseconds}} ms.", { milliseconds: now() - begun });
  const shaken: CheckStep = { title: englishSentence("Handshake"), ok: true, detail: after };
  const came = { text: "", mayHide: false };
  const missed = await spoken(socket, settings, timeout - (now() - begun), came);
  const isMissing = missed?.code === "text_missing" || missed?.code === "timeout";
  const wrong = isMissing && came.mayHide ? unread : missed;
  const milliseconds = now() - begun;
  const title = englishSentence(expect ? "Expected text" : "Message to send");
  const answer = expect ? { answer: receivedEvidence(came.text, send ?? "") } : {};
  if (wrong) return { ...wrong, milliseconds, steps: [shaken, { title, ok: false, detail: wrong.detail }], ...answer };
  const well: CheckStep[] =
    send || expect ? [{ title, ok: true, detail: englishSentence(expect ? "Received." : "Sent.") }] : [];
  return {
    verdict: "up" as const,
    code: "ok",
    detail: englishSentence("Connected."),
    milliseconds,
    steps: [shaken, ...well],
  };
}

/** Runs the check. `protocol`: the server must choose the requested subprotocol (RFC 6455 §4.1). */
async function check(given: CheckInput<Settings>): Promise<CheckFinding> {
  const { settings, outbound, timeout, now } = given;
  const { url, protocol } = settings;
  const begun = now();
  const sent = { ...typedHeaders(settings), ...(protocol && { "sec-websocket-protocol": protocol }) };
  const answer = await outbound.upgrade({ url: callOf(url), headers: sent, timeout });
  if (!answer.ok) return single(await failed(given, answer, now() - begun));
  const { socket, status, headers } = answer;
  if (!socket)
    return single(
      down("no_upgrade", englishSentence("It answered {{status}} and didn’t open a WebSocket.", { status })),
    );
  if (!protocol || headers.get("sec-websocket-protocol") === protocol) return judged(socket, given, begun);
  socket.close();
  return single(down("protocol", englishSentence("It did not choose the subprotocol {{protocol}}.", { protocol })));
}

const isLong = (text: string) => text.length >= 8;

/** Returns the secrets, including parts of headers and of the query, as an answer may echo them. */
function secretsOf(settings: Settings): string[] {
  const words = Object.values(typedHeaders(settings)).flatMap((value) => [value, ...value.split(/[\s,;=]+/)]);
  const query = URL.parse(settings.url)?.search.slice(1) ?? "";
  const whole = [settings.headers, settings.send, query].flatMap((each) => each || []);
  return [...words.filter(isLong), ...new URLSearchParams(query).values()].filter(isLong).concat(whole);
}

/** Returns the probes' question: they cannot open a WebSocket, but can tell whether the port is reachable. */
function publicLook({ url }: Settings): PublicProbeCheck | null {
  const question = httpProbeQuestion(callOf(url), "HEAD");
  return question && tcpProbeCheck(question);
}

export const websocketMonitorKind = defineMonitorKind<Settings>({
  kind: "websocket",
  title: "WebSocket",
  about: "Opens a WebSocket; can send a message and wait for a response.",
  settings,
  calls: 3,
  target: ({ url }) => placeOf(url),
  addresses: ({ url }) => [{ url: callOf(url) }],
  publicLook,
  check: async (given) => redactFinding(await check(given), secretsOf(given.settings)),
  sampleSettings: {
    url: "wss://example.com/socket?key=only-for-us",
    headers: "Authorization: Bearer a-token-of-ours",
    protocol: "graphql-transport-ws",
    send: '{"type":"connection_init","token":"our-password"}',
    expect: "connection_ack",
  },
});
