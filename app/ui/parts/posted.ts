import { data, redirect } from "@remix-run/cloudflare";
import type { Failure, Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { commitIdOf, textOf } from "~/http/commit-id";
import { throwFailure } from "~/http/page-failure";
import { refusalText, refusalTexts } from "~/i18n/refusal-text";
import { localTimeMessage, readLocalTime } from "~/time/local-time";
import type { Desk } from "../frame/desk";
import type { FormState } from "./form-state";
import { wordsIn } from "./part-words";

/** A form as it came, without what only carries it. */
export interface Posted {
  form: string;
  intent: string;
  fields: FormData;
  /** As typed; comes back to the form when it is refused. */
  values: Record<string, string>;
  /** What the person read; undefined where the form is not about a version. */
  version: number | undefined;
  /** Of this form in this rendering with this content: sent twice it is one commit. */
  commitId: string;
  /** In which its sender reads what was wrong with it. */
  language: string;
  /** By field, what of it could not be read: the use case is given what no schema takes, so that all is refused at once. */
  unread: Record<string, string>;
}

const carriers = new Set(["_token", "nonce", "form", "version"]);

export async function readPosted(desk: Desk): Promise<Posted> {
  const form = await desk.request.formData();
  const fields = new FormData();
  for (const [name, value] of form) if (!carriers.has(name) && typeof value === "string") fields.append(name, value);
  const values = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
  const version = textOf(form, "version");
  return {
    form: textOf(form, "form"),
    intent: textOf(form, "intent") || textOf(form, "form"),
    fields,
    values,
    version: /^\d{1,15}$/.test(version) ? Number(version) : undefined,
    commitId: (await commitIdOf(desk.ctx, desk.url.pathname, form)) ?? desk.ctx.id(),
    language: desk.language,
    unread: {},
  };
}

/** A message about a part of a field stands beside the field: `match.labels.team` is in `match.labels`. */
function fieldOf(name: string, values: Record<string, string>): string {
  let found = name;
  while (!(found in values) && found.includes(".")) found = found.slice(0, found.lastIndexOf("."));
  return found in values ? found : name;
}

/** In the sender's language; what a room of management says for itself is already. */
function stateOf(posted: Posted, errors: Record<string, string>): FormState {
  const placed = Object.entries(refusalTexts(errors as Record<string, Refusal>, posted.language)).map(
    ([name, message]) => [fieldOf(name, posted.values), message],
  );
  return { form: posted.form, values: posted.values, errors: { ...Object.fromEntries(placed), ...posted.unread } };
}

/** Back to the form with everything kept: 422 beside the field, 409 with both versions; else the page that says why. */
export function showFailure(posted: Posted, failure: Failure) {
  if (failure.name === "invalid") return data(stateOf(posted, failure.fields), { status: 422 });
  if (failure.name !== "conflict") return throwFailure(failure);
  if (failure.code === undefined) return data({ ...stateOf(posted, {}), conflict: true }, { status: 409 });
  const field = ["slug", "host"].find((each) => failure.code === `${each}_taken` && each in posted.values) ?? "";
  const why = failure.detail ?? wordsIn(posted.language).t("error.taken");
  return data(stateOf(posted, { [field]: why }), { status: 409 });
}

export const showErrors = (posted: Posted, errors: Record<string, string>) =>
  data(stateOf(posted, errors), { status: 422 });

export const showPreview = (posted: Posted, previewHtml: string) =>
  data({ ...stateOf(posted, {}), previewHtml }, { status: 200 });

/** The form again with what was typed, and more than its fields say. */
export const showAgain = <T extends object>(
  posted: Posted,
  more: T,
  {
    status = 200,
    errors = {},
    headers = {},
  }: { status?: number; errors?: Record<string, string>; headers?: HeadersInit } = {},
) => data({ ...stateOf(posted, errors), ...more }, { status, headers });

/**
 * 303 after a form that went through, so that reload sends nothing again; a `#place` in `to` is where focus goes. `undo`: the
 * id of what it was done to, where the notice offers to take it back. `unwatched`: how many components nothing watches now.
 */
export function done(to: string, key: string, undo?: string, unwatched = 0) {
  const [path = to, place] = to.split("#", 2);
  const back = undo === undefined ? "" : `&undo=${encodeURIComponent(undo)}`;
  const left = unwatched === 0 ? "" : `&unwatched=${unwatched}`;
  return redirect(`${path}?done=${key}${back}${left}${place === undefined ? "" : `#${place}`}`, 303);
}

/** How many components nothing watches any more after it. */
const unwatchedBy = (value: unknown): number =>
  (value as { leftUnwatched?: readonly string[] } | null)?.leftUnwatched?.length ?? 0;

/** The text of an uploaded file; "" when none was chosen. */
export async function fileText(desk: Desk, name: string): Promise<string> {
  const value = (await desk.request.clone().formData()).get(name);
  return typeof value === "object" && value !== null ? value.text() : "";
}

/** The bytes of the first of these files that the form has; none where it has no such field or no file was chosen. */
export async function fileBytes(desk: Desk, names: readonly string[]): Promise<Uint8Array> {
  const form = await desk.request.clone().formData();
  const value = names.map((name) => form.get(name)).find((each) => typeof each === "object" && each !== null);
  return new Uint8Array(value ? await value.arrayBuffer() : []);
}

/** 303 when it went through, else back to the form. `undo` as of `done`. */
export const answer = <T>(
  posted: Posted,
  result: Result<T>,
  to: string | ((value: T) => string),
  key: string,
  undo?: string,
) =>
  result.ok
    ? done(typeof to === "string" ? to : to(result.value), key, undo, unwatchedBy(result.value))
    : showFailure(posted, result.failure);

export type TimeRead = { ok: true; at: number | null } | { ok: false; message: string };

/** What no schema takes: it stands for what could not be read. */
export const unreadable = Number.NaN;

/** As `readTime`; what cannot be read is noted beside its field, and refused with all the rest. */
export function timeIn(posted: Posted, name: string, zone: string): number | null {
  const read = readTime(posted.fields, name, zone, posted.language);
  if (read.ok) return read.at;
  posted.unread[name] = read.message;
  return unreadable;
}

/** A date-and-time field in the page's zone; empty = null. */
export function readTime(fields: FormData, name: string, zone: string, language = "en"): TimeRead {
  const text = textOf(fields, name);
  if (text === "") return { ok: true, at: null };
  const read = readLocalTime(text, zone);
  return read.ok
    ? { ok: true, at: read.at }
    : { ok: false, message: refusalText(localTimeMessage(read, zone), language) };
}

export const ticked = (fields: FormData, name: string): boolean => fields.has(name);

export const typed = (fields: FormData, name: string): string => textOf(fields, name);

/** The fields `<group>.<name>` of a form, by name. */
function groupOf(fields: FormData, group: string): Record<string, string> {
  const own = [...fields].filter(([name]) => name.startsWith(`${group}.`));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(group.length + 1), String(value)]));
}

/** `settings.<name>` = text; an empty one takes the setting away. */
export const settingsOf = (fields: FormData): Record<string, string> => groupOf(fields, "settings");

export type WholeRead = { ok: true; value: number | null } | { ok: false; message: string };

/** A whole number, or null when the field is empty. */
export function readWhole(fields: FormData, name: string, language = "en"): WholeRead {
  const text = textOf(fields, name).trim();
  if (text === "") return { ok: true, value: null };
  const value = Number(text);
  return Number.isSafeInteger(value) ? { ok: true, value } : { ok: false, message: wordsIn(language).t("error.whole") };
}
