import type { MovedChannel } from "../rules/moved-channel";
import { foreignList, foreignNumber, foreignRecord, foreignText, knownForeignWord } from "./foreign-values";
import type { MoveNotes, NoteSubject } from "./move-notes";
import { unmovedReasons } from "./unmoved-reasons";

/** A setting of ours, by the names under which products keep it. */
type SettingNames = Readonly<Record<string, readonly string[]>>;

const webhook = { url: ["webhook-url", "webhookUrl"] };

/** Settings of each kind of channel, as Uptime Kuma and Gatus name them. */
const settingNames: Readonly<Record<string, SettingNames>> = {
  slack: { url: ["webhook-url", "slackwebhookURL"] },
  discord: { url: ["webhook-url", "discordWebhookUrl"] },
  teams: webhook,
  mattermost: { url: ["webhook-url", "mattermostWebhookUrl"] },
  "rocket-chat": { url: ["webhook-url", "rocketwebhookURL"] },
  "google-chat": { url: ["webhook-url", "googleChatWebhookURL"] },
  telegram: {
    token: ["token", "telegramBotToken"],
    chat: ["id", "telegramChatID"],
    topic: ["topic-id", "telegramMessageThreadID"],
  },
  ntfy: { server: ["url", "ntfyserverurl"], topic: ["topic", "ntfytopic"], token: ["token", "ntfyaccesstoken"] },
  gotify: { server: ["server-url", "gotifyserverurl"], token: ["token", "gotifyapplicationToken"] },
  pushover: { token: ["application-token", "pushoverapptoken"], user: ["user-key", "pushoveruserkey"] },
  matrix: {
    server: ["server-url", "homeserverUrl"],
    token: ["access-token", "accessToken"],
    room: ["internal-room-id", "internalRoomId"],
  },
  pagerduty: { key: ["integration-key", "pagerdutyIntegrationKey"] },
  opsgenie: { key: ["api-key", "opsgenieApiKey"] },
  "twilio-sms": {
    account: ["sid", "twilioAccountSID"],
    token: ["token", "twilioAuthToken"],
    from: ["from", "twilioFromNumber"],
    to: ["to", "twilioToNumber"],
  },
  zulip: { server: ["domain"], email: ["bot-email"], key: ["bot-api-key"], channel: ["channel-id"] },
  "github-issue": { repository: ["repository-url"], token: ["token"] },
  "incident-io": { source: ["url"], token: ["auth-token"] },
  http: { url: ["url", "webhookURL"], method: ["method"] },
};

/** Words of the products for our kinds, where they differ by more than case. */
const otherWords: Readonly<Record<string, string>> = {
  "rocket.chat": "rocket-chat",
  rocketchat: "rocket-chat",
  googlechat: "google-chat",
  "teams-workflows": "teams",
  twilio: "twilio-sms",
  github: "github-issue",
  webhook: "http",
  custom: "http",
};

const fieldsOf = (kind: string, config: Record<string, unknown>): [name: string, value: string][] =>
  Object.entries(knownForeignWord(settingNames, kind) ?? {}).flatMap(([name, names]): [string, string][] => {
    const value = names.map((each) => foreignText(config[each]).trim()).find((each) => each !== "");
    return value === undefined ? [] : [[name, value]];
  });

/** Returns headers as one `Name: value` a line; products keep them as an object, or as its JSON. */
function headersOf(value: unknown): string {
  return Object.entries(foreignRecord(value))
    .map(([name, each]) => `${name}: ${foreignText(each)}`)
    .join("\n");
}

/** Settings of a kind that are not the value of one field. */
function furtherSettings(kind: string, config: Record<string, unknown>): Record<string, string> {
  const isEuropean = /\beu\b/i.test(
    ["opsgenieRegion", "pagerdutyIntegrationUrl"].map((each) => foreignText(config[each])).join(" "),
  );
  switch (kind) {
    case "pagerduty":
      return { region: isEuropean ? "eu" : "us" };
    case "opsgenie":
      return { host: isEuropean ? "eu" : "us" };
    case "http":
      return { headers: headersOf(config.headers ?? config.webhookAdditionalHeaders) };
    default:
      return {};
  }
}

/** A channel of another product: its type there, and its settings under the names there. */
export interface ForeignChannel {
  id: string;
  name: string;
  type: string;
  config: Record<string, unknown>;
  isPaused: boolean;
  /** Its field there, for notes. */
  field: string;
}

/** Returns a setting as our kind has it: Gatus writes some as an address, or without its scheme. */
function asOurs(kind: string, [name, value]: [string, string]): [string, string] {
  if (kind === "zulip" && name === "server" && !value.includes("://")) return [name, `https://${value}`];
  if (name === "repository") return [name, value.replace(/^https:\/\/github\.com\//, "")];
  return name === "source" ? [name, value.split("/").at(-1) ?? ""] : [name, value];
}

/** Translates a channel; one whose type is not here, or whose settings are not there, is left out by its name. */
export function convertForeignChannel(
  { id, name, type, config, isPaused, field }: ForeignChannel,
  notes: MoveNotes,
): MovedChannel[] {
  const word = type.trim().toLowerCase();
  const kind = knownForeignWord(otherWords, word) ?? word;
  const subject: NoteSubject = { noun: "channel", id, name };
  const settings = fieldsOf(kind, config);
  if (settings.length === 0) {
    notes.leftOut(subject, field, `No channel here is like “${type.slice(0, 60) || "unknown"}” with its settings.`);
    return [];
  }
  notes.secretFound(subject, field);
  if (kind === "http") notes.approximated(subject, field, "Its text is the one of webhooks here.");
  if (foreignList(config.overrides).length > 0)
    notes.leftOut(subject, `${field}.overrides`, unmovedReasons.channelOfGroup);
  if (foreignNumber(config.ntfypriority) !== null || foreignText(config.ntfyusername) !== "")
    notes.approximated(subject, field, "Priorities and the sign-in by a password have no place here.");
  const all = Object.fromEntries(settings.map((each) => asOurs(kind, each)));
  const further = Object.entries(furtherSettings(kind, config)).filter(([, value]) => value !== "");
  return [{ id, name, kind, settings: { ...all, ...Object.fromEntries(further) }, isPaused }];
}
