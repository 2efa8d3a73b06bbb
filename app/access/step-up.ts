import { fail, ok, type Result } from "~/failures/failure";
import type { Actor } from "./actor";
import { nonSensitiveActionPrefixes } from "./ordinary-subjects";
import { isRecentSignInProof } from "./session";

const ordinary: ReadonlySet<string> = new Set(nonSensitiveActionPrefixes);

const bulk = ["bulk_delete", "bulk_mute", "bulk_unmute"];
const watched = ["create", "delete", "mute", "pause", "resume", "unmute", "update"];
const images = ["remove_image", "set_image"];
const hosts = ["ask_host", "remove_host", "show_at_root"];
const keys = ["make_ping_key", "rotate_ping_key"];
const arrivals = ["confirm", "leave", "resend_confirmation", "subscribe", "unsubscribe"];

/**
 * Verbs that need no step-up on subjects with secrets or personal data. A new verb needs one until it is listed here.
 * An import changes nothing before it is applied; addresses and ping keys only let data in; subscribers are notified
 * and can unsubscribe; a channel keeps its destination.
 */
const harmless: Readonly<Record<string, readonly string[]>> = {
  agent: ["create", "delete", "update"],
  channel: ["catch_up", "delete", "pause", "resume", "retry", "test", "update"],
  configuration: ["delete_secret", "finish", "stop", "take_over"],
  deployment: ["read_people", "restore", "set_heartbeat", "set_self_check"],
  heartbeat: [...watched, ...bulk, "rotate", "send_ping"],
  import: ["cancel", "choose", "create", "take_over", "undo"],
  monitor: [...watched, ...bulk, "bulk_add_tag", "bulk_pause", "bulk_remove_tag", "bulk_resume", "bulk_set_interval"],
  repository: ["delete", "read", "stop"],
  page: ["create", "mute", "restate", "unmute", "update", ...images, ...hosts, ...keys],
  source: [...watched, "end_overlap", "replay", "rotate", "test"],
  subscriber: ["add", "change", "import", "read", "release", "remove", ...arrivals],
};

/** Actions about access that need no step-up, with the reason. */
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
 * Returns true if the person must have authenticated recently. Every action that is not listed here needs that, so that
 * a forgotten new action asks too often rather than too rarely.
 */
export function needsRecentSignIn(action: string): boolean {
  const [subject = "", verb = ""] = action.split(".");
  return !(ordinary.has(subject) || harmless[subject]?.includes(verb) || Object.hasOwn(exempt, action));
}

/**
 * Permits dangerous actions of a session only within ten minutes of a sign-in; fails with unauthenticated `step_up`.
 * Tokens are exempt, and so is a person who can sign in only by the console, because after ten minutes they could set
 * up neither a mailer nor a passkey.
 */
export function permitWithRecentSignIn(actor: Actor, action: string, now: number): Result<true> {
  const isLate = actor.kind === "person" && !actor.onlyByConsole && !isRecentSignInProof(actor.provenAt ?? 0, now);
  return isLate && needsRecentSignIn(action) ? fail({ name: "unauthenticated", code: "step_up" }) : ok(true);
}
