import type { Actor } from "../basics/actor";
import { fail, ok, type Result } from "../basics/failure";
import { isFreshProof } from "../people/session";

/** Subjects of the audit log whose actions give nobody access and take it from nobody. */
const ordinary: ReadonlySet<string> = new Set([
  "agent",
  "alert",
  "channel",
  "component",
  "correction",
  "deployment",
  "group",
  "heartbeat",
  "incident",
  "maintenance",
  "maintenance_series",
  "monitor",
  "notice",
  "page",
  "rule",
  "security",
  "session",
  "source",
  "subscriber",
  "template",
]);

/** What takes data away, or a page, or opens one, although its subject is ordinary otherwise. */
const dangerous: ReadonlySet<string> = new Set([
  "deployment.backup",
  "deployment.export_audit",
  "page.delete",
  "page.export",
  "page.join",
  "page.open",
  "subscriber.export",
]);

/** Of what is about access: why these need no proof of their own. */
const exempt: Readonly<Record<string, string>> = {
  "token.revoke": "what has leaked has to go at once",
  "invitation.revoke": "what has leaked has to go at once",
  "invitation.accept": "the link is the proof",
  "membership.leave": "only one's own place is given up",
  "passkey.rename": "a name",
  "person.locale": "a language and a zone",
  "person.rename": "a name",
  "mailer.test": "nothing changes",
  "person.prove_address": "it was asked for where the mail was asked for; the mail is the proof",
  "identity.connect": "it was asked for where the trip began, ten minutes ago at most",
};

/**
 * Whether whoever sits there has to have proven who they are a moment ago. Tokens, passkeys, people, mailers and whatever
 * is not named here do, so a new action that is forgotten asks too much, never too little.
 */
export function needsProof(action: string): boolean {
  const [subject = ""] = action.split(".", 1);
  return dangerous.has(action) || !(ordinary.has(subject) || Object.hasOwn(exempt, action));
}

/**
 * A session does what is dangerous only within ten minutes of a sign-in, in any way. Programs have no such moment: a token
 * was made within one, and does what its role may. Whom only the console signs in could set up neither mailer nor passkey
 * after ten minutes: the proof of its link lasts until there is another way. Fails with unauthenticated `step_up`.
 */
export function permitAction(actor: Actor, action: string, now: number): Result<true> {
  const isLate = actor.kind === "person" && !actor.onlyByConsole && !isFreshProof(actor.provenAt ?? 0, now);
  return isLate && needsProof(action) ? fail({ name: "unauthenticated", code: "step_up" }) : ok(true);
}
