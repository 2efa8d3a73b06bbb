import { data, redirect } from "@remix-run/cloudflare";
import type { Failure, Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { commitIdOfFormData, readFormFieldText } from "~/http/commit-id";
import { throwFailureResponse } from "~/http/page-failure";
import { refusalText, refusalTexts } from "~/i18n/refusal-text";
import { localTimeRefusal, parseLocalTime } from "~/time/local-time";
import type { DeskRequest } from "../frame/desk";
import { mergeChips } from "./chip-names";
import type { FormState } from "./form-state";
import { wordsIn } from "./part-words";

/** A posted form without its technical fields. */
export interface PostedForm {
  form: string;
  intent: string;
  fields: FormData;
  /** Values as typed; the refused form shows them again. */
  values: Record<string, string>;
  /** Version that the person read; undefined when the form has none. */
  version: number | undefined;
  /** Id from this form, its rendering and its content: sent twice it is one commit. */
  commitId: string;
  /** Sender's language, for messages. */
  language: string;
  /**
   * Messages for fields that cannot be read. The use case gets an invalid value for them, so that all errors are
   * reported at once.
   */
  unread: Record<string, string>;
}

const carriers = new Set(["_token", "nonce", "form", "version"]);

export async function readPostedForm(desk: DeskRequest): Promise<PostedForm> {
  const form = await desk.request.formData();
  const fields = new FormData();
  for (const [name, value] of form) if (!carriers.has(name) && typeof value === "string") fields.append(name, value);
  mergeChips(fields);
  const values = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
  const version = readFormFieldText(form, "version");
  return {
    form: readFormFieldText(form, "form"),
    intent: readFormFieldText(form, "intent") || readFormFieldText(form, "form"),
    fields,
    values,
    version: /^\d{1,15}$/.test(version) ? Number(version) : undefined,
    commitId: (await commitIdOfFormData(desk.ctx, desk.url.pathname, form)) ?? desk.ctx.id(),
    language: desk.language,
    unread: {},
  };
}

/** Returns the field beside which a message about a part of it is shown: `match.labels.team` is in `match.labels`. */
function fieldOf(name: string, values: Record<string, string>): string {
  let found = name;
  while (!(found in values) && found.includes(".")) found = found.slice(0, found.lastIndexOf("."));
  return found in values ? found : name;
}

/** Translates messages into the sender's language; a room's own messages are translated already. */
function stateOf(posted: PostedForm, errors: Record<string, string>): FormState {
  const placed = Object.entries(refusalTexts(errors as Record<string, Refusal>, posted.language)).map(
    ([name, message]) => [fieldOf(name, posted.values), message],
  );
  return { form: posted.form, values: posted.values, errors: { ...Object.fromEntries(placed), ...posted.unread } };
}

/**
 * Shows the form again with all values: 422 beside the field, 409 with both versions; throws all other failures, which
 * the error page shows.
 */
export function formFailureResponse(posted: PostedForm, failure: Failure) {
  if (failure.name === "invalid") return data(stateOf(posted, failure.fields), { status: 422 });
  if (failure.name !== "conflict") return throwFailureResponse(failure);
  if (failure.code === undefined) return data({ ...stateOf(posted, {}), conflict: true }, { status: 409 });
  const field = ["slug", "host"].find((each) => failure.code === `${each}_taken` && each in posted.values) ?? "";
  const why = failure.detail ?? wordsIn(posted.language).t("error.taken");
  return data(stateOf(posted, { [field]: why }), { status: 409 });
}

export const formErrorsResponse = (posted: PostedForm, errors: Record<string, string>) =>
  data(stateOf(posted, errors), { status: 422 });

/** Refuses a form, or a button, that the page does not have (any more), or no button: nothing is done in its place. */
export const unknownFormResponse = (posted: PostedForm) =>
  formErrorsResponse(posted, {
    "": wordsIn(posted.language).t(posted.fields.get("intent") === "" ? "error.no_action" : "error.unknown_form"),
  });

export const formPreviewResponse = (posted: PostedForm, previewHtml: string) =>
  data({ ...stateOf(posted, {}), previewHtml }, { status: 200 });

/** Shows the form again with its values and further data. */
export const formAgainResponse = <T extends object>(
  posted: PostedForm,
  more: T,
  {
    status = 200,
    errors = {},
    headers = {},
  }: { status?: number; errors?: Record<string, string>; headers?: HeadersInit } = {},
) => data({ ...stateOf(posted, errors), ...more }, { status, headers });

/**
 * Redirects (303) after an accepted form, so that a reload sends nothing again; `to` may have a query, and a `#place` that
 * gets focus. `undo` = id of the subject, when the notice offers to undo it; `unwatched` = number of components that
 * nothing monitors now.
 */
export function redirectWithNotice(to: string, key: string, undo?: string, unwatched = 0) {
  const [path = to, place] = to.split("#", 2);
  const back = undo === undefined ? "" : `&undo=${encodeURIComponent(undo)}`;
  const left = unwatched === 0 ? "" : `&unwatched=${unwatched}`;
  const joint = path.includes("?") ? "&" : "?";
  return redirect(`${path}${joint}done=${key}${back}${left}${place === undefined ? "" : `#${place}`}`, 303);
}

/** Returns the number of components that nothing monitors afterwards. */
const unwatchedBy = (value: unknown): number =>
  (value as { leftUnwatched?: readonly string[] } | null)?.leftUnwatched?.length ?? 0;

/** Returns the text of an uploaded file; "" when none was chosen. */
export async function readUploadedText(desk: DeskRequest, name: string): Promise<string> {
  const value = (await desk.request.clone().formData()).get(name);
  return typeof value === "object" && value !== null ? value.text() : "";
}

/** Returns the bytes of the first of these files in the form; empty when it has no such field or no file was chosen. */
export async function readUploadedBytes(desk: DeskRequest, names: readonly string[]): Promise<Uint8Array> {
  const form = await desk.request.clone().formData();
  const value = names.map((name) => form.get(name)).find((each) => typeof each === "object" && each !== null);
  return new Uint8Array(value ? await value.arrayBuffer() : []);
}

/** Redirects (303) when it succeeded, otherwise shows the form again. `undo` as in `done`. */
export const formResultResponse = <T>(
  posted: PostedForm,
  result: Result<T>,
  to: string | ((value: T) => string),
  key: string,
  undo?: string,
) =>
  result.ok
    ? redirectWithNotice(typeof to === "string" ? to : to(result.value), key, undo, unwatchedBy(result.value))
    : formFailureResponse(posted, result.failure);

export type TimeReadResult = { ok: true; at: number | null } | { ok: false; message: string };

/** Value that no schema accepts, for fields that cannot be read. */
export const unreadableNumber = Number.NaN;

/**
 * Reads a time like `parseTimeField`; one that cannot be read is noted beside its field, and refused together with all other
 * errors.
 */
export function readPostedTime(posted: PostedForm, name: string, zone: string): number | null {
  const read = parseTimeField(posted.fields, name, zone, posted.language);
  if (read.ok) return read.at;
  posted.unread[name] = read.message;
  return unreadableNumber;
}

/** Reads a date-and-time field in the page's zone; empty = null. */
export function parseTimeField(fields: FormData, name: string, zone: string, language = "en"): TimeReadResult {
  const text = readFormFieldText(fields, name);
  if (text === "") return { ok: true, at: null };
  const read = parseLocalTime(text, zone);
  return read.ok
    ? { ok: true, at: read.at }
    : { ok: false, message: refusalText(localTimeRefusal(read, zone), language) };
}

export const isCheckboxTicked = (fields: FormData, name: string): boolean => fields.has(name);

export const readPostedText = (fields: FormData, name: string): string => readFormFieldText(fields, name);

/** Returns the fields `<group>.<name>` of a form, by name. */
function groupOf(fields: FormData, group: string): Record<string, string> {
  const own = [...fields].filter(([name]) => name.startsWith(`${group}.`));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(group.length + 1), String(value)]));
}

/** Returns `settings.<name>` = text; an empty one removes the setting. */
export const readPostedSettings = (fields: FormData): Record<string, string> => groupOf(fields, "settings");

export type NumberReadResult = { ok: true; value: number | null } | { ok: false; message: string };

/** Reads a whole number, or null when the field is empty. */
export function parseWholeNumberField(fields: FormData, name: string, language = "en"): NumberReadResult {
  const text = readFormFieldText(fields, name).trim();
  if (text === "") return { ok: true, value: null };
  const value = Number(text);
  return Number.isSafeInteger(value) ? { ok: true, value } : { ok: false, message: wordsIn(language).t("error.whole") };
}
