import { sanitiseStrangerText } from "~/text/stranger-text";
import type { GitProvider } from "../../rules/repository-fields";

/** A push, as far as it is of interest; texts of strangers are data. */
interface PushedCommit {
  /** Owner and name of the repository. */
  path: string;
  ref: string;
  /** Newest commit; null when the branch was deleted. */
  sha: string | null;
  author: string;
  title: string;
}

export type PushEvent = { kind: "ping" } | { kind: "other" } | { kind: "push"; push: PushedCommit };

type PayloadObject = Record<string, unknown>;

const objectOf = (value: unknown): PayloadObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as PayloadObject) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const maxTextChars = 200;

/** Returns a stranger's text on one line. */
export const toSanitisedLine = (text: unknown): string =>
  sanitiseStrangerText(textOf(text).trimStart().split("\n", 1)[0] ?? "", maxTextChars).trim();

const shaForm = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Returns the name of a commit; null when it is none, or the one of nothing. */
export function commitShaOf(value: unknown): string | null {
  const text = textOf(value).toLowerCase();
  return shaForm.test(text) && !/^0+$/.test(text) ? text : null;
}

const eventHeaders: Record<GitProvider, readonly string[]> = {
  github: ["x-github-event"],
  gitlab: ["x-gitlab-event"],
  forgejo: ["x-forgejo-event", "x-gitea-event"],
};
const deliveryHeaders: Record<GitProvider, readonly string[]> = {
  github: ["x-github-delivery"],
  gitlab: ["webhook-id", "idempotency-key", "x-gitlab-event-uuid"],
  forgejo: ["x-forgejo-delivery", "x-gitea-delivery"],
};

const firstHeader = (headers: Headers, names: readonly string[]): string | null =>
  names.map((name) => headers.get(name)).find((each) => each) ?? null;

/** Returns the id under which a provider sends a delivery again; null when it has none that can be kept. */
export function deliveryIdOf(provider: GitProvider, headers: Headers): string | null {
  const id = firstHeader(headers, deliveryHeaders[provider]) ?? "";
  return /^[\w.:-]{1,100}$/.test(id) ? id : null;
}

/** Returns the commit that a push names as its newest one. */
function headOf(payload: PayloadObject, sha: string | null): PayloadObject {
  const commits = Array.isArray(payload.commits) ? payload.commits.map(objectOf) : [];
  const head = objectOf(payload.head_commit);
  return "id" in head ? head : (commits.find(({ id }) => id === sha) ?? commits.at(-1) ?? {});
}

function pushOf(provider: GitProvider, payload: PayloadObject): PushedCommit {
  const sha = payload.deleted === true ? null : commitShaOf(payload.after);
  const head = headOf(payload, sha);
  const author = textOf(objectOf(head.author).name) || textOf(payload.user_name);
  const place =
    provider === "gitlab" ? objectOf(payload.project).path_with_namespace : objectOf(payload.repository).full_name;
  return {
    path: textOf(place),
    ref: textOf(payload.ref),
    sha,
    author: toSanitisedLine(author),
    title: toSanitisedLine(head.message),
  };
}

/** Reads the event of a webhook whose sender is known. */
export function readPushEvent(provider: GitProvider, headers: Headers, payload: unknown): PushEvent {
  const name = (firstHeader(headers, eventHeaders[provider]) ?? "").toLowerCase();
  if (name === "ping") return { kind: "ping" };
  const body = objectOf(payload);
  const isPush = name === "push" || name === "push hook" || (name === "system hook" && body.object_kind === "push");
  return isPush ? { kind: "push", push: pushOf(provider, body) } : { kind: "other" };
}
