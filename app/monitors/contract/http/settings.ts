import { z } from "zod";
import { headersSettingSchema } from "./headers-setting";
import { jsonPathRefusal, maxJsonPathChars } from "./json-path";
import { extractedValuesRefusal, type PrecedingRequest, parsePrecedingRequests } from "./preceding-requests";
import { parseHeaderLine, parseHeaderLines, parseStatusRanges } from "./status-ranges";

const literal = z.string().min(1).max(500);

const size = z.coerce.number().int().min(0).max(262_144);

const fields = z.object({
  url: z
    .string({ error: "Enter a URL, such as https://example.com/health." })
    .trim()
    .max(2048)
    .refine((text) => URL.canParse(text), "This is not an HTTP(S) URL.")
    .meta({ title: "URL", hint: "Such as https://example.com/health." }),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).default("GET").meta({ title: "Method" }),
  headers: headersSettingSchema,
  body: z.string().max(10_000).optional().meta({ title: "Body to send", secret: true, origin: "url", lines: 3 }),
  bodyType: z
    .enum(["text", "json", "form"])
    .default("text")
    .meta({ title: "Body format", choices: { text: "Text", json: "JSON", form: "A form, name=value&…" } }),
  auth: z.enum(["none", "basic", "bearer"]).default("none").meta({ title: "Authentication" }),
  username: z.string().max(200).optional().meta({ title: "User name (basic)" }),
  password: z.string().max(500).optional().meta({ title: "Password (basic)", secret: true, origin: "url" }),
  token: z
    .string()
    .max(2000)
    .regex(/^[\x21-\x7e]+$/, "Use only ASCII characters, without spaces.")
    .optional()
    .meta({ title: "Token (bearer)", secret: true, origin: "url" }),
  statuses: z
    .string()
    .max(200)
    .refine((text) => parseStatusRanges(text) !== null, "Enter codes and ranges from 100 to 599, such as 200-299, 301.")
    .default("200-299")
    .meta({ title: "Accepted status codes" }),
  contains: literal.optional().meta({ title: "Response must contain" }),
  lacks: literal.optional().meta({ title: "Response must not contain" }),
  header: z
    .string()
    .max(500)
    .refine((text) => parseHeaderLine(text) !== null, "Enter “Name: value”; * and ? match any characters.")
    .optional()
    .meta({
      title: "Response must have this header",
      hint: "“Name: value”; * and ? match any characters.",
    }),
  latest: z.coerce
    .number()
    .int()
    .min(1)
    .max(15_000)
    .optional()
    .meta({ title: "Maximum response time (ms)", hint: "A slower response counts as down." }),
  jsonPath: z
    .string()
    .trim()
    .max(maxJsonPathChars)
    .superRefine((text, ctx) => {
      const message = jsonPathRefusal(text);
      if (message !== null) ctx.addIssue({ code: "custom", message });
    })
    .optional()
    .meta({ title: "JSON path must exist", hint: "An RFC 9535 path, such as $.status or $.checks[0].state." }),
  jsonValue: z
    .string()
    .max(500)
    .optional()
    .meta({ title: "Value at that path", hint: "Leave empty to require only the path." }),
  leastBytes: size.optional().meta({ title: "Minimum response size (bytes)" }),
  mostBytes: size.optional().meta({ title: "Maximum response size (bytes)" }),
  follow: z.enum(["yes", "no"]).default("yes").meta({ title: "Follow up to 10 redirects" }),
  certificateDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .optional()
    .meta({ title: "Warn before its certificate expires (days)" }),
  earlier: z
    .string()
    .max(8000)
    .superRefine((text, ctx) => {
      const read = parsePrecedingRequests(text);
      if ("wrong" in read) ctx.addIssue({ code: "custom", message: read.wrong });
    })
    .optional()
    .meta({
      title: "Preceding requests",
      hint: "Up to 4 in .http file format, separated by a line of ###. A line such as > token = $.access_token takes a value from the response; use it as {{token}} in later requests.",
      secret: true,
      origin: "url",
      lines: 5,
    }),
});

type HttpSettingFields = z.output<typeof fields>;

/** Returns true when the body is JSON once a number stands in for each placeholder, in a text or as a value. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replaceAll(/\{\{ *\w+ *\}\}/g, "0"));
    return true;
  } catch {
    return false;
  }
}

/** Settings that are only valid together: [field, message, test that is true when they are wrong]. */
const together: [keyof HttpSettingFields, string, (given: HttpSettingFields) => boolean][] = [
  ["body", "GET and HEAD send no body.", ({ method, body }) => /^(?:GET|HEAD)$/.test(method) && body !== undefined],
  ["contains", "HEAD returns no text.", ({ method, contains }) => method === "HEAD" && contains !== undefined],
  ["jsonPath", "HEAD returns no JSON.", ({ method, jsonPath }) => method === "HEAD" && jsonPath !== undefined],
  ["jsonValue", "A value needs a path.", ({ jsonPath, jsonValue }) => jsonValue !== undefined && !jsonPath],
  ["body", "This is not JSON.", ({ bodyType, body }) => bodyType === "json" && body !== undefined && !isJson(body)],
  [
    "mostBytes",
    "The maximum is less than the minimum.",
    ({ leastBytes = 0, mostBytes }) => (mostBytes ?? leastBytes) < leastBytes,
  ],
  ["leastBytes", "HEAD returns no text.", ({ method, leastBytes }) => method === "HEAD" && leastBytes !== undefined],
  [
    "certificateDays",
    "Only https URLs have a certificate.",
    ({ url, certificateDays }) => certificateDays !== undefined && URL.parse(url)?.protocol !== "https:",
  ],
  ["username", "Basic needs a user name.", ({ auth, username }) => auth === "basic" && !username],
  ["token", "Bearer needs a token.", ({ auth, token }) => auth === "bearer" && !token],
];

/** Returns the requests that are sent before the judged one. */
export function precedingRequestsOfHttpCheck({ earlier = "" }: Pick<HttpSettingFields, "earlier">): PrecedingRequest[] {
  const read = parsePrecedingRequests(earlier);
  return "requests" in read ? read.requests : [];
}

/** Returns the judged request. */
export function judgedRequestOf(settings: HttpSettingFields): PrecedingRequest {
  const { url, method, body } = settings;
  return { url, method, headers: sentHeaders(settings), takes: [], ...(body === undefined ? {} : { body }) };
}

/** Settings for an HTTP(S) address. All may come as text, from a form. */
export const httpSettingsSchema = fields.superRefine((given, ctx) => {
  for (const [name, message, isWrong] of together) {
    if (isWrong(given)) ctx.addIssue({ code: "custom", path: [name], message });
  }
  const earlier = precedingRequestsOfHttpCheck(given);
  const trouble = earlier.length > 0 ? extractedValuesRefusal([...earlier, judgedRequestOf(given)]) : null;
  if (trouble !== null) ctx.addIssue({ code: "custom", path: ["earlier"], message: trouble });
});

export type HttpSettings = z.output<typeof httpSettingsSchema>;

const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

const basic = ({ username = "", password = "" }: HttpSettings) => `Basic ${btoa(utf8(`${username}:${password}`))}`;

const contentTypes = { text: null, json: "application/json", form: "application/x-www-form-urlencoded" };

/** Returns the headers to send; the authentication setting overrides a typed header. */
function sentHeaders(settings: HttpSettings): Record<string, string> {
  const read = parseHeaderLines(settings.headers ?? "");
  const named = Object.entries("headers" in read ? read.headers : {});
  const type = settings.body === undefined ? null : contentTypes[settings.bodyType];
  const isTyped = named.some(([name]) => name.toLowerCase() === "content-type");
  const typed = type === null || isTyped ? named : [...named, ["content-type", type] as const];
  if (settings.auth === "none") return Object.fromEntries(typed);
  const rest = typed.filter(([name]) => name.toLowerCase() !== "authorization");
  const authorization = settings.auth === "basic" ? basic(settings) : `Bearer ${settings.token}`;
  return { ...Object.fromEntries(rest), authorization };
}

/** Returns true for a text long enough to be a secret; shorter ones are common words. */
const isLong = (text: string) => text.length >= 8;

/** Returns the texts within JSON; otherwise the values of a form, decoded and as sent. */
function valuesOf(text: string): string[] {
  try {
    const found: string[] = [];
    JSON.parse(text, (_, value) => {
      if (typeof value === "string") found.push(value);
      return value;
    });
    return found;
  } catch {
    const sent = text.split("&").map((each) => each.slice(each.indexOf("=") + 1));
    return [...sent, ...new URLSearchParams(text).values()];
  }
}

const secretsOfRequest = ({ url, headers, body }: PrecedingRequest): string[] => {
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;=]+/).filter(isLong)]);
  const query = URL.parse(url)?.search.slice(1) ?? "";
  return [...words, ...[query, body ?? ""].flatMap(valuesOf).filter(isLong), query, body ?? ""];
};

/** Returns all texts that must not appear in findings, including parts of headers, queries and bodies. */
export function secretTextsOfHttpSettings(settings: HttpSettings): string[] {
  const { headers, password, token, earlier } = settings;
  const sent = [...precedingRequestsOfHttpCheck(settings), judgedRequestOf(settings)].flatMap(secretsOfRequest);
  return [...sent, headers, password, token, earlier].flatMap((each) => each || []);
}
