import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { createMailer } from "~/mailers/verbs";
import { type NoticeKind, noticeLaneOf } from "~/notifications/rules/notice";
import { good, operator } from "./desk";
import { type Hook, startHook } from "./hook";
import { aNotice, arrange } from "./scenario";
import { addPerson } from "./sign-in-mail";
import { execute, noticesOf, openTold, quiet, type Told } from "./told";

const minute = 60_000;

/** A desk with a mail server and a hook, whose team cannot be notified. */
export interface Missed extends Told {
  hook: Hook;
  /** Lets time pass in ticks of a minute. */
  pass(minutes?: number): Promise<void>;
  /** Returns titles of notifications to the team since the last call: by email and on the hook. */
  told(): string[];
}

export async function openMissed(): Promise<Missed> {
  const desk = await openTold({ mailer: false, bindings: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  const hook = await startHook();
  return {
    ...desk,
    hook,
    async pass(minutes = 1) {
      for (let passed = 0; passed < minutes; passed++) {
        desk.deployment.clock.now += minute;
        await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
        await desk.deployment.settled();
      }
    },
    told() {
      const mails = desk.smtp.mails.splice(0).map(({ subject = "" }) => subject.replace(/^\[.*?\] /, ""));
      const posts = hook.received
        .splice(0)
        .map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
      return [...mails, ...posts];
    },
    async close() {
      await hook.close();
      await desk.close();
    },
  };
}

let drafts = 0;

/** Adds a notice about it, as its own commit would. */
export async function noticeOf({ deployment, pageId }: Told, kind: NoticeKind, subjectId: string): Promise<void> {
  const { now } = deployment.clock;
  const about = {
    kind,
    subjectId,
    sequence: kind === "draft_opened" ? 0 : now,
    lane: noticeLaneOf(kind),
    notBefore: now,
  };
  await arrange(deployment, aNotice(pageId, { id: deployment.ctx().id(), ...about }));
}

/** Creates a draft that an alert opened; its notice is due. */
export async function draft(missed: Told, title = `Draft ${++drafts}`): Promise<string> {
  missed.deployment.clock.now += 1000;
  const { id } = await good(
    openIncident(quiet(missed.as("responder")), {
      pageId: missed.pageId,
      title,
      body: "High error rate.",
      visibility: "draft",
      components: { [missed.components[0]]: "partial_outage" },
    }),
  );
  await noticeOf(missed, "draft_opened", id);
  return id;
}

export const channel = ({ as, pageId, hook }: Missed, over: Record<string, unknown> = {}) =>
  good(
    createChannel(as("admin"), {
      pageId,
      kind: "webhook",
      name: "Team",
      settings: { url: `${hook.url}/team` },
      events: ["draft_opened"],
      ...over,
    }),
  );

export async function mailer({ deployment, smtp }: Told): Promise<void> {
  const { host, port } = smtp;
  const settings = { host, port, security: "off" };
  const given = { kind: "smtp", name: "SMTP", fromAddress: "status@upfront.example", settings };
  await good(createMailer(quiet(deployment.ctx(operator)), given));
}

/** Adds a responder of the page, with an address or without one yet. */
export const responder = ({ deployment, pageId }: Told, email: string | null = "ann@example.com") =>
  addPerson(deployment, { id: "ann", email, pageId, role: "responder" });

export const verify = (missed: Told) => execute(missed, "UPDATE person SET email = 'ann@example.com' WHERE id = 'ann'");

export const dismiss = (missed: Told, id: string) =>
  execute(missed, "UPDATE incident SET closed = 1, visibility = 'dismissed' WHERE id = ?1", id);

export async function resolve(missed: Told, id: string): Promise<void> {
  await good(
    postIncidentUpdate(quiet(missed.as("responder")), { pageId: missed.pageId, id, body: "Over.", status: "resolved" }),
  );
}

/** Returns the page's summary while it waits. */
export const waitingSummary = async (missed: Told) =>
  (await noticesOf(missed)).filter(({ kind, dueAt }) => kind === "missed_notifications" && dueAt !== null);
