import type { subscriberTable } from "~/db/schema";
import type { ContactWay } from "~/notifications/rules/contact-ways";
import { PushReceiver } from "./push-receiver";
import { type Received, type Receivers, startReceivers } from "./receivers";
import { arrange, someInWays } from "./scenario";
import type { Told } from "./told";
import { twilioAccount, twilioSettings } from "./twilio-peer";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3J7nR5mYq0E=";

/** The address of one subscriber of each way. */
export const targets: Record<ContactWay, string> = {
  "web-push": "https://fcm.googleapis.com/fcm/send/x1y2",
  webhook: "https://hooks.visitor.example/upfront",
  slack: "https://hooks.slack.com/services/T000/B000/v1s2",
  discord: "https://discord.com/api/webhooks/123456789012345678/v1s2",
  teams: "https://teams.example.com/workflows/abc?sig=v1s2",
  sms: `https://api.twilio.com/2010-04-01/Accounts/${twilioAccount.sid}/Messages.json`,
};

export interface InWays {
  receivers: Receivers;
  /** Adds an active subscriber of this way; returns their address. */
  subscribe(way: ContactWay, n?: number, over?: Partial<typeof subscriberTable.$inferInsert>): Promise<string>;
  /** Returns what was posted to this way, refused or not. */
  at(way: ContactWay): Received[];
  /** Returns the ids by which a webhook, or another reader of our ids, recognises each message. */
  idsAt(way: ContactWay): string[];
  /** Decrypts a push as its service worker does: `pushText` returns all of it, `pushId` its id. */
  pushText(push: Received): string;
  pushId(push: Received): string;
}

/** Adds subscribers of every way to the told page, and other companies' servers that accept messages. */
export function inWays(told: Told): InWays {
  const receivers = startReceivers();
  told.deployment.way.outbound = receivers.outbound;
  told.deployment.bindings = { ...told.deployment.bindings, ...twilioSettings };
  const browser = new PushReceiver();
  const settingsOf = (way: ContactWay, url: string, n: number) => {
    if (way === "web-push") return { endpoint: url, ...browser.keys };
    if (way === "sms") return { to: `+4915123456${String(n).padStart(3, "0")}` };
    return way === "webhook" ? { url, secret } : { url };
  };
  const at = (way: ContactWay) => receivers.received.filter(({ url }) => url.startsWith(targets[way]));
  const pushText = ({ bytes = new Uint8Array() }: Received) => String(browser.read(bytes));
  const pushId = (push: Received) => String(JSON.parse(pushText(push)).id);
  const idOf = (way: ContactWay, each: Received) =>
    way === "web-push" ? pushId(each) : (each.headers["webhook-id"] ?? "");
  return {
    receivers,
    at,
    pushText,
    pushId,
    idsAt: (way) => at(way).map((each) => idOf(way, each)),
    async subscribe(way, n = 0, over = {}) {
      const url = `${targets[way]}${n === 0 ? "" : n}`;
      if (way === "webhook") receivers.secrets.set(url, secret);
      const reached = { id: `way-${way}-${n}`, way, key: `${n}`.padStart(32, "0"), settings: settingsOf(way, url, n) };
      await arrange(told.deployment, someInWays(told.pageId, [reached], over));
      return url;
    },
  };
}
