import { z } from "zod";
import { jsonChannelCall, ownServerUrlSchema, urlOnServer } from "../contract/calls";
import { defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  server: ownServerUrlSchema("Server", "Enter the server’s URL; it starts with https://."),
  token: z.string().min(5).max(200).meta({ title: "Application token", secret: true, origin: "server" }),
});

/** Android makes a sound from priority 4, and pops up from 8. */
const priorities = { critical: 9, error: 8, warning: 6, info: 4 } as const;

function bodyOf({ title, text, facts, severity, thread, link, page }: TeamMessage) {
  const lines = facts.slice(0, 8).map(({ name, value }) => plainChannelText(`${name}: ${value}`, 150));
  return {
    title: plainChannelText(`${page.name}: ${title}`, 200) || "–",
    message: [plainChannelText(text, 2000), ...lines, link.url].filter(Boolean).join("\n"),
    priority: thread?.open === false || !severity ? 4 : priorities[severity],
    extras: { "client::display": { contentType: "text/plain" }, "client::notification": { click: { url: link.url } } },
  };
}

/** https://gotify.net/docs/pushmsg, https://gotify.net/docs/msgextras */
export const gotifyChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "gotify",
  title: "Gotify",
  intro: "In Gotify, open Apps → Create Application and copy its token.",
  settings,
  team: ({ message, settings: { server, token } }) => [
    jsonChannelCall(urlOnServer(server, `/message`), bodyOf(message), { "x-gotify-key": token }),
  ],
  read: channelVerdictOf,
  sampleSettings: { server: "https://gotify.example.com", token: "Ax1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: '{"id":25,"appid":1}' },
    refused: { status: 401, text: '{"error":"Unauthorized","errorCode":401}' },
  },
});
