import { z } from "zod";
import { refusalFor } from "../../failures/refusal";
import type { ByteConnection, OutboundFailure } from "../../platform/outbound";
import { mayContainUndecodedText } from "../../text/read-text";
import {
  type CheckFinding,
  type CheckInput,
  type CheckStep,
  defineMonitorKind,
  englishSentence,
} from "../contract/contract";
import { tcpProbeCheck } from "../contract/globalping/question";
import { redactFinding } from "../contract/quoted-text";
import { receivedEvidence } from "../contract/received-evidence";
import { hostSettingSchema } from "../contract/tcp/host";
import { type SendExpectOutcome, sendAndExpect } from "../contract/tcp/talk";
import { TlsParseError } from "../contract/tls/bytes";
import { type CertificateTrouble, findCertificateTrouble } from "../contract/tls/certificate-trouble";
import { withConnectionDeadline } from "../contract/tls/look";
import { type StarttlsProtocol, startTls, starttlsDialogues, starttlsTitles } from "../contract/tls/starttls";

const fields = z.object({
  host: hostSettingSchema,
  port: z.coerce.number().int().min(1).max(65_535).meta({ title: "Port" }),
  tls: z.enum(["no", "yes"]).default("no").meta({ title: "Use TLS" }),
  starttls: z
    .enum(["no", "smtp", "imap", "pop3"])
    .default("no")
    .meta({ title: "STARTTLS", choices: { no: "Not used", ...starttlsTitles } }),
  send: z
    .string()
    .max(500)
    .optional()
    .meta({ title: "Text to send", hint: "\\r and \\n stand for line ends.", secret: true, origin: "host" }),
  expect: z.string().max(500).optional().meta({ title: "Expected response text" }),
});

const settings = fields.superRefine(({ tls, starttls }, ctx) => {
  if (tls === "no" || starttls === "no") return;
  ctx.addIssue({ code: "custom", path: ["starttls"], message: "STARTTLS starts without TLS: choose one of the two." });
});

type Settings = z.output<typeof fields>;

const lineEnds: Record<string, string> = { "\\r": "\r", "\\n": "\n", "\\t": "\t", "\\\\": "\\" };

/** Decodes `\r`, `\n` and `\t`, because a form's field has only one line. */
const unescaped = (text: string) => text.replace(/\\[rnt\\]/g, (found) => lineEnds[found] ?? found);

const heardWords: Record<Exclude<SendExpectOutcome, "expected">, [code: string, detail: CheckStep["detail"]]> = {
  ended: ["text_missing", englishSentence("The connection ended before the expected text arrived.")],
  full: ["text_missing", englishSentence("The expected text is not in the first 4 KB.")],
  timeout: ["timeout", englishSentence("The expected text did not arrive in time.")],
  broken: ["unreachable", englishSentence("The connection broke.")],
};

interface TcpConnection {
  connection: ByteConnection;
  begun: number;
  /** Steps so far. */
  steps: CheckStep[];
}

/** Sends and waits on an open connection. */
async function spoken(given: CheckInput<Settings>, { connection, begun, steps }: TcpConnection): Promise<CheckFinding> {
  const { settings, timeout, now } = given;
  const { send = "", expect = "", starttls } = settings;
  // A connection after STARTTLS is only verified by an answer over TLS.
  const greeting =
    starttls !== "no" && expect === "" ? starttlsDialogues[starttls].afterwards : { say: "", expect: "" };
  const said = { send: send === "" ? greeting.say : unescaped(send), expect: unescaped(expect) || greeting.expect };
  const came = { text: "" };
  const heard = await sendAndExpect(connection, said, Math.max(1, timeout - (now() - begun)), came);
  const milliseconds = now() - begun;
  const title = englishSentence(expect ? "Expected text" : send ? "Text to send" : "STARTTLS");
  const well = englishSentence(expect ? "Received." : send ? "Sent." : "It works.");
  const asked = send || expect || starttls !== "no" ? [{ title, ok: heard === "expected", detail: well }] : [];
  if (heard === "expected") {
    return {
      verdict: "up",
      code: "ok",
      detail: englishSentence("Connected."),
      milliseconds,
      steps: [...steps, ...asked],
    };
  }
  if (mayContainUndecodedText(came.text, said.expect)) {
    const detail = refusalFor("call.charset");
    const all = [...steps, { title, ok: false, detail }];
    return { verdict: "unknown", code: "text_unread", detail, milliseconds, steps: all };
  }
  const unproven = starttls !== "no" && (heard === "broken" || heard === "ended");
  const trouble = unproven ? await certificateOf(given, begun) : null;
  const [code, detail] = trouble ? [trouble.code, trouble.detail] : heardWords[heard];
  const all = [...steps, { title, ok: false, detail }];
  const answer = expect ? { answer: receivedEvidence(came.text, send) } : {};
  return { verdict: "down", code, detail, milliseconds, steps: all, ...answer, ...shownIn(trouble) };
}

const shownIn = (trouble: CertificateTrouble | null) => trouble && { certificate: trouble.certificate };

const certificateOf = (
  { settings: { host, port, starttls }, outbound, timeout, now }: CheckInput<Settings>,
  begun: number,
) => findCertificateTrouble({ host, port, starttls }, { outbound, timeout: timeout - (now() - begun), now });

/** Switches to TLS by the protocol's commands, then sends and waits. */
async function secured(
  given: CheckInput<Settings>,
  plain: TcpConnection,
  protocol: StarttlsProtocol,
): Promise<CheckFinding> {
  const { steps, begun } = plain;
  const title = englishSentence("STARTTLS");
  const down = ([code, detail]: [string, CheckStep["detail"]]): CheckFinding => {
    return { verdict: "down", code, detail, milliseconds: null, steps: [...steps, { title, ok: false, detail }] };
  };
  let { connection } = plain;
  const work = async (): Promise<CheckFinding> => {
    try {
      connection = await startTls(connection, protocol);
    } catch (error) {
      return down(error instanceof TlsParseError ? ["no_starttls", error.why] : heardWords.broken);
    }
    return spoken(given, { connection, begun, steps });
  };
  const open = { ...connection, close: () => connection.close() };
  return withConnectionDeadline(open, work(), down(heardWords.timeout), given.timeout - (given.now() - begun));
}

function judged(given: CheckInput<Settings>, connection: ByteConnection, begun: number): Promise<CheckFinding> {
  const after = englishSentence("Connected after {{milliseconds}} ms.", { milliseconds: given.now() - begun });
  const reached = { connection, begun, steps: [{ title: englishSentence("Connection"), ok: true, detail: after }] };
  const { starttls } = given.settings;
  return starttls === "no" ? spoken(given, reached) : secured(given, reached, starttls);
}

/** Returns the finding for a failed connection; after refused TLS the certificate explains more than "unreachable". */
async function failed(given: CheckInput<Settings>, failure: OutboundFailure, begun: number): Promise<CheckFinding> {
  const { reason } = failure;
  const asks = reason === "unreachable" && given.settings.tls === "yes";
  const trouble = asks ? await certificateOf(given, begun) : null;
  const { code, detail } = trouble ?? failure;
  const steps = [{ title: englishSentence("Connection"), ok: false, detail }];
  const verdict = reason === "blocked" ? "blocked" : "down";
  return { verdict, code, detail, milliseconds: null, steps, ...shownIn(trouble) };
}

const tlsOf = ({ tls, starttls }: Settings) => (tls === "yes" ? "on" : starttls === "no" ? "off" : "starttls");

export const tcpMonitorKind = defineMonitorKind<Settings>({
  kind: "tcp",
  title: "TCP",
  about: "Connects to a port, with TLS or STARTTLS if you like; can send text and wait for a response.",
  settings,
  from: "either",
  calls: 3,
  target: ({ host, port }) => `${host}:${port}`,
  addresses: ({ host }) => [{ host }],
  publicLook: tcpProbeCheck,
  async check(given) {
    const { settings, outbound, timeout, now } = given;
    const { host, port, send } = settings;
    const begun = now();
    const reached = await outbound.connect({ host, port, tls: tlsOf(settings), timeout });
    const found = reached.ok ? judged(given, reached.connection, begun) : failed(given, reached, begun);
    return redactFinding(await found, send ? [send, unescaped(send)] : []);
  },
  sampleSettings: {
    host: "redis.example.com",
    port: 6379,
    tls: "no",
    starttls: "no",
    send: "AUTH our-password\\r\\n",
    expect: "+OK",
  },
});
