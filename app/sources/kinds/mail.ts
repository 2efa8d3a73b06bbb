import { z } from "zod";
import { mailKeyAfterPrefix, mailSubjectWithoutPrefixes, parseMailSubject } from "~/alerts/rules/mail-words";
import { type DeliveryReading, firstNonBlankText, isRecord, makeAlertSignal, textOrEmpty } from "~/alerts/rules/signal";
import { fail, ok, type Result } from "~/failures/failure";
import { mediaTypeOf } from "~/text/media-type";
import { defineSourceAdapter, type SourceMessage, type SourceRequest, type SourceSample } from "../contract/contract";
import { decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  compositeAlertKey,
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  singleSignalReading,
  unreadableReading,
} from "../contract/fields";
import { parseMail } from "../contract/mail-text";
import { isSenderListed, isSenderVerified, parseSenderList } from "../rules/mail-proof";

const words = (preset: string, title: string) => z.string().trim().max(500).default(preset).meta({ title });

const firing = "problem, down, critical, warning, unknown, firing, alarm, failed, failure, error, triggered, offline";
const resolved = "resolved, recovery, recovered, ok, up, closed, cleared, normal, online, success, succeeded";

const settings = z.object({
  resolvedWords: words(resolved, "Words that mean resolved, comma-separated"),
  firingWords: words(firing, "Words that mean firing, comma-separated"),
  lookIn: z
    .enum(["subject", "subject and text"])
    .default("subject")
    .meta({
      title: "Where to look for these words",
      choices: { subject: "In the subject", "subject and text": "In the subject and the text" },
    }),
  marker: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ title: "Text before the alert’s key, such as “Incident ID:” (leave empty to use the subject)" }),
  senders: z
    .string()
    .trim()
    .max(1000)
    .optional()
    .meta({ title: "Allowed senders: addresses or domains, comma-separated (leave empty for all)" }),
  proof: z
    .enum(["required", "not required"])
    .default("required")
    .meta({
      title: "Sender verification (DKIM, SPF or DMARC) for allowed senders",
      choices: { required: "Required", "not required": "Not required" },
    }),
});
type Settings = z.infer<typeof settings>;

async function decode(raw: RawRequest): Promise<Result<unknown>> {
  if (mediaTypeOf(raw.headers.get("content-type")) !== "message/rfc822") return decodeJsonBody(raw);
  const mail = await parseMail(raw.rawBody);
  return mail ? ok(mail) : fail({ name: "malformed", code: "bad_mail", detail: "The message is not an email." });
}

/** Authenticates by the address in From, which people see, and by the receiving server's own verification. */
async function authenticate({ settings: { senders = "", proof }, ...raw }: SourceRequest<Settings>): Promise<boolean> {
  const listed = parseSenderList(senders);
  if (listed.length === 0) return true;
  const decoded = await decode(raw);
  const from = decoded.ok && isRecord(decoded.value) ? textOrEmpty(decoded.value.from) : "";
  if (!isSenderListed(listed, from)) return false;
  return proof === "not required" || isSenderVerified(raw.headers.get("authentication-results"), from);
}

const keyOf = (mail: PayloadFields, subject: string, mark = ""): string =>
  mailKeyAfterPrefix(mark, textOrEmpty(mail.subject), textOrEmpty(mail.text)) || subject;

function read({ payload }: SourceMessage, given: unknown): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an email");
  const mail = payload;
  if (mail.isAutomaticAnswer === true) return notAnAlertReading("an automatic reply");
  const title = mailSubjectWithoutPrefixes(textOrEmpty(mail.subject));
  const { resolvedWords, firingWords, lookIn, marker } = settings.catch(settings.parse({})).parse(given);
  const searched = lookIn === "subject" ? "" : textOrEmpty(mail.text);
  const said = parseMailSubject(title, { firing: firingWords, resolved: resolvedWords }, searched);
  const key = compositeAlertKey(keyOf(mail, said.key, marker));
  if (!key) return unreadableReading("its subject has no key");
  const at = parseSenderTime(mail.date);
  const isOver = said.status === "resolved";
  const signal = makeAlertSignal({
    key,
    status: said.status,
    severity: said.severity,
    title: firstNonBlankText(title, key),
    body: textOrEmpty(mail.text),
    labels: nonEmptyLabels({ from: mail.from }),
    startedAt: isOver ? null : at,
    endedAt: isOver ? at : null,
    eventAt: isOver ? endOfSecond(at) : at,
    flags: said.isGuess ? ["status:none"] : [],
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const [subject, from] = ["PROBLEM: this is a test of Upfront", "monitoring@example.com"];
  const at = Math.floor(now / 1000) * 1000;
  const payload = { from, subject, text: "", date: new Date(at).toISOString(), messageId: "<test@example.com>" };
  const times = { startedAt: at, eventAt: at };
  const said = { key: "this is a test of upfront", status: "firing", title: subject } as const;
  return { payload, signals: [makeAlertSignal({ ...said, labels: { from }, ...times })] };
}

/** Any sender of emails: each source has its own address. */
export const mailSourceAdapter = defineSourceAdapter<Settings>({
  kind: "mail",
  title: "Email",
  addressKey: "routing_key",
  methods: ["MAIL"],
  order: "event_time",
  settings,
  sampleSettings: { ...settings.parse({}), senders: "monitoring@example.com" },
  contentTypes: ["message/rfc822", "application/json"],
  keptHeaders: ["authentication-results"],
  deliveryId: ({ payload }) => (isRecord(payload) && textOrEmpty(payload.messageId)) || null,
  authenticate,
  decode,
  read,
  sample,
  prove: null,
});
