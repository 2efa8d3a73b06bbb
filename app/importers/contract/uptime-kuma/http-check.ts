import { type CheckSettings, checkHeaderLines, clampedExpiryDays, httpCheckSettings } from "../check-settings";
import { quotedForeignWord } from "../foreign-statuses";
import { foreignText, foreignTexts, isForeignRecord } from "../foreign-values";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { type KumaRow, kumaFlag, kumaJson, kumaNumber, kumaText, kumaUrl } from "./monitor-row";

/** Uptime Kuma warns 21, 14 and 7 days before; the first warning is the one that counts. */
const expiryWarningDays = 21;

/** The settings of a check; null for `isPossible` when the check would say something else here. */
interface HttpParts {
  settings: Record<string, unknown>;
  isPossible: boolean;
}

const nothing: HttpParts = { settings: {}, isPossible: true };
const impossible: HttpParts = { settings: {}, isPossible: false };

function headersOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): HttpParts {
  if (!hasForeignValue(row.headers)) return nothing;
  const headers = kumaJson(row.headers);
  if (!isForeignRecord(headers)) {
    notes.leftOut(subject, "headers", "They are not JSON, so they cannot be read.");
    return nothing;
  }
  const lines = checkHeaderLines(Object.entries(headers).map(([name, value]) => [name, foreignText(value)] as const));
  if (lines.refused.length > 0)
    notes.leftOut(subject, "headers", `A check may not send ${lines.refused.join(", ").slice(0, 200)}.`);
  if (lines.text !== "") notes.secretFound(subject, "headers", "Headers can hold secrets: they are sealed.");
  return { settings: { headers: lines.text }, isPossible: true };
}

const bodyTypes: Readonly<Record<string, string>> = { json: "json", form: "form", "x-www-form-urlencoded": "form" };

function bodyOf(row: KumaRow, method: string, notes: MoveNotes, subject: NoteSubject): HttpParts {
  const body = kumaText(row, "body");
  if (body.trim() === "") return nothing;
  if (method === "GET" || method === "HEAD") {
    notes.leftOut(subject, "body", `${method} sends no body here.`);
    return nothing;
  }
  const encoding = kumaText(row, "http_body_encoding") || "json";
  const bodyType = bodyTypes[encoding] ?? "text";
  if (bodyType === "text")
    notes.approximated(subject, "http_body_encoding", `The body of ${quotedForeignWord(encoding)} is sent as text.`);
  return { settings: { body, bodyType }, isPossible: true };
}

function authOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): HttpParts {
  const [username, password] = [kumaText(row, "basic_auth_user"), kumaText(row, "basic_auth_pass")];
  const isOlder = !("auth_method" in row);
  const method = kumaText(row, "auth_method") || (isOlder && username !== "" ? "basic" : "");
  if (method === "" || method === "null") return nothing;
  if (method === "basic") {
    if (password !== "") notes.secretFound(subject, "basic_auth_pass");
    return { settings: { auth: "basic", username, password }, isPossible: true };
  }
  for (const field of ["oauth_client_secret", "tls_key", "basic_auth_pass"])
    if (hasForeignValue(row[field]))
      notes.secretFound(subject, field, "It is a secret of a sign-in that no check does here: it is not kept.");
  notes.question(subject, "auth_method", `No check here signs in by ${quotedForeignWord(method)}.`);
  return impossible;
}

function statusesOf(row: KumaRow): HttpParts {
  const codes = foreignTexts(kumaJson(row.accepted_statuscodes_json ?? row.accepted_statuscodes));
  return { settings: { statuses: codes.length > 0 ? codes.join(", ") : undefined }, isPossible: true };
}

function redirectsOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): HttpParts {
  const most = kumaNumber(row, "maxredirects") ?? 10;
  if (most === 0) return { settings: { follow: "no" }, isPossible: true };
  if (most !== 10)
    notes.approximated(subject, "maxredirects", `It follows ${most} redirects there, and up to 10 here.`);
  return nothing;
}

const plainPath = /^\$?(?:(?:^|\.)[A-Za-z_]\w*|\[\d{1,6}\])*$/;

/** Returns a plain path as RFC 9535 writes it; null for an expression of JSONata. */
function jsonPathOf(text: string): string | null {
  const path = text.trim() || "$";
  if (path.length > 200 || !plainPath.test(path)) return null;
  if (path.startsWith("$")) return path;
  return path.startsWith("[") || path.startsWith(".") ? `$${path}` : `$.${path}`;
}

/** Returns the condition that the answer must meet. */
function conditionOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): HttpParts {
  const type = kumaText(row, "type");
  if (type === "keyword") {
    const keyword = kumaText(row, "keyword");
    return { settings: kumaFlag(row, "invert_keyword") ? { lacks: keyword } : { contains: keyword }, isPossible: true };
  }
  if (type !== "json-query") return nothing;
  const operator = kumaText(row, "json_path_operator") || "==";
  const path = jsonPathOf(kumaText(row, "json_path"));
  if (path === null || operator !== "==") {
    notes.question(
      subject,
      path === null ? "json_path" : "json_path_operator",
      "No check here does this comparison: write it anew.",
    );
    return impossible;
  }
  return { settings: { jsonPath: path, jsonValue: kumaText(row, "expected_value") }, isPossible: true };
}

function expiryOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): HttpParts {
  if (!kumaFlag(row, "expiry_notification")) return nothing;
  if (!/^https:/i.test(kumaUrl(row))) return nothing;
  notes.approximated(subject, "expiry_notification", "It warns once, 21 days before the certificate expires.");
  return { settings: { certificateDays: clampedExpiryDays(expiryWarningDays, 90) }, isPossible: true };
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Fields that change what the check means: without them it says something else. */
function noteFields(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  if (kumaFlag(row, "ignore_tls"))
    notes.question(
      subject,
      "ignore_tls",
      "Certificates are always verified here: the check is down while its own is not valid.",
    );
  if (hasForeignValue(row.proxy_id)) notes.leftOut(subject, "proxy_id", unmovedReasons.proxy);
  if (kumaFlag(row, "cache_bust")) notes.leftOut(subject, "cache_bust", "Addresses are called as they are.");
}

/** Returns the check of types http, keyword and json-query; null when no kind here does it. */
export function kumaHttpCheckSettings(row: KumaRow, notes: MoveNotes, subject: NoteSubject): CheckSettings | null {
  const typed = kumaText(row, "method").toUpperCase() || "GET";
  const method = methods.includes(typed) ? typed : "GET";
  if (method !== typed)
    notes.question(subject, "method", `The method ${quotedForeignWord(typed)} is none of here: it becomes GET.`);
  noteFields(row, notes, subject);
  const parts = [
    headersOf(row, notes, subject),
    bodyOf(row, method, notes, subject),
    authOf(row, notes, subject),
    statusesOf(row),
    redirectsOf(row, notes, subject),
    conditionOf(row, notes, subject),
    expiryOf(row, notes, subject),
  ];
  if (parts.some(({ isPossible }) => !isPossible)) return null;
  return httpCheckSettings(Object.assign({ url: kumaUrl(row), method }, ...parts.map(({ settings }) => settings)));
}
