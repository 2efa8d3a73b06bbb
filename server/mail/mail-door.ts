import type { MailAnswer } from "./mail.ts";

/**
 * Worker beside ours that passes it an email as Cloudflare does. Miniflare's own handler parses the whole email first,
 * without bounds; this one parses nothing. `message-id` is the only header that our handler needs.
 */
const script = `export default {
  async fetch(request, env) {
    const asked = new URL(request.url).searchParams;
    const headers = new Headers({ "message-id": asked.get("id") });
    let rejected = null;
    const setReject = (reason) => void (rejected = String(reason));
    const asksOnly = asked.get("asks") === "only";
    const mail = { from: asked.get("from"), to: asked.get("to"), headers, raw: request.body, setReject, asksOnly };
    try {
      await env.UPFRONT.email(mail);
    } catch {
      return Response.json({ outcome: "later" });
    }
    return Response.json(rejected === null ? { outcome: "taken" } : { outcome: "refused", reason: rejected });
  },
};`;

/** It has no port: only the owner of the Miniflare object can call it. */
export const mailWorkerOptions = {
  name: "mail-door",
  modules: true,
  script,
  compatibilityDate: "2025-01-01",
  compatibilityFlags: ["service_binding_extra_handlers"],
  serviceBindings: { UPFRONT: "upfront" },
};

type MailFetch = (url: string, init: { method: string; body: Uint8Array }) => Promise<{ json(): Promise<unknown> }>;

const messageId = (raw: Uint8Array): string => {
  const [head = ""] = Buffer.from(raw)
    .toString("latin1", 0, 65_536)
    .split(/\r?\n\r?\n/);
  const [, id = ""] = /^message-id:\s*([\x21-\x7e]{0,500})/im.exec(head) ?? [];
  return id;
};

async function answerTo(fetch: MailFetch, asked: URLSearchParams, body: Uint8Array): Promise<MailAnswer> {
  const answer = await fetch(`http://mail-door/?${asked}`, { method: "POST", body });
  return (await answer.json()) as MailAnswer;
}

/** Passes an email to the worker. Rejects only when the runtime itself is gone. */
export async function passMailToWorker(
  fetch: MailFetch,
  from: string,
  to: string,
  raw: Uint8Array,
): Promise<MailAnswer> {
  const asked = new URLSearchParams({ from, to, id: messageId(raw) });
  return answerTo(fetch, asked, raw);
}

/** Asks whether this address takes email, before a message is sent. Rejects only when the runtime itself is gone. */
export const askWorkerAboutRecipient = (fetch: MailFetch, to: string): Promise<MailAnswer> =>
  answerTo(fetch, new URLSearchParams({ from: "", to, asks: "only" }), new Uint8Array());
