import { findPageIdByFormerId, readFormerIdByOurId, readOurIdByFormerId } from "~/importers/former-ids";
import type { Ctx } from "~/platform/ctx";

/** A request to v1, and the page that it is about. */
export interface ApiRequestParts {
  url: URL;
  body: Record<string, unknown>;
}

/** The request under our ids, and the function that returns its response with the former ids. */
interface RequestUnderOurIds extends ApiRequestParts {
  underFormerIds(answer: Response): Promise<Response>;
}

/** Matches ids of Statuspage, which have twelve letters and digits, or fewer on its oldest pages. */
const formerId = /^[a-z0-9]{6,20}$/;
/** Anything that may be an id of ours. */
const anyId = /^[\w-]{1,64}$/;
/** Maximum number of ids in a response that are looked up. A list has at most a hundred objects. */
const maxIds = 5000;

/** Replaces texts in a JSON value, also as names of members. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [replace(name), replaceTexts(each, replace)]));
}

/** Returns the texts of JSON values that have the form of an id. */
function idsIn(form: RegExp, ...values: unknown[]): string[] {
  const found = new Set<string>();
  replaceTexts(values, (text) => {
    if (form.test(text) && found.size < maxIds) found.add(text);
    return text;
  });
  return [...found];
}

async function underFormerIds(ctx: Ctx, pageId: string, answer: Response): Promise<Response> {
  if (!answer.headers.get("content-type")?.includes("json")) return answer;
  const content: unknown = await answer.json();
  const known = await readFormerIdByOurId(ctx, pageId, idsIn(anyId, content));
  const body = JSON.stringify(replaceTexts(content, (text) => known.get(text) ?? text));
  return new Response(body, { status: answer.status, headers: answer.headers });
}

const replacedPath = (pathname: string, replace: (segment: string) => string): string =>
  pathname.split("/").map(replace).join("/");

/**
 * Returns a refused request to v1 under our ids if it uses Statuspage's ids of the page or its objects, which scripts
 * keep for years; otherwise null. Takes two statements, and one more for the response.
 */
export async function requestUnderOurIds(ctx: Ctx, { url, body }: ApiRequestParts): Promise<RequestUnderOurIds | null> {
  const [, root, name, ...segments] = url.pathname.split("/");
  if (root !== "pages" || name === undefined) return null;
  const pageId = ctx.member?.pageId ?? (formerId.test(name) ? await findPageIdByFormerId(ctx, name) : null);
  if (pageId === null) return null;
  const ids = idsIn(formerId, segments, body);
  const known = ids.length > 0 ? await readOurIdByFormerId(ctx, pageId, ids) : new Map<string, string>();
  if (known.size === 0 && ctx.member) return null;
  const ours = (text: string) => known.get(text) ?? text;
  const moved = new URL(url);
  moved.pathname = `/pages/${pageId}${replacedPath(`/${segments.join("/")}`, ours)}`.replace(/\/$/, "");
  return {
    url: moved,
    body: replaceTexts(body, ours) as Record<string, unknown>,
    underFormerIds: (answer) => underFormerIds(ctx, pageId, answer),
  };
}
