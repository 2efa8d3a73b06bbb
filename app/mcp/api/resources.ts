import { failureDetail } from "~/http/problem";
import { listPages } from "~/pages/verbs";
import type { Ctx } from "~/platform/ctx";
import {
  helpUri,
  incidentUriTemplate,
  pageUri,
  pageUriTemplate,
  parseResourceUri,
  type ResourceSubject,
} from "../rules/resource-uri";
import { contentOfJson, failureSentence, type MethodAnswer } from "../rules/results";
import { rpcErrorCodes } from "../rules/rpc-message";
import { resolveToolCall } from "./run-tool";
import { toolRunByName } from "./tools";

const [json, markdown] = ["application/json", "text/markdown"];

/** Path of the help, a file beside the worker (scripts/nouns/tool-schemas). */
const helpPath = "/schemas/mcp-help.json";
type HelpTexts = Readonly<Record<string, { title: string; text: string }>>;

/** Returns the help; none while its file cannot be read. */
const readHelpTexts = async (ctx: Ctx): Promise<HelpTexts> => ((await ctx.files.read(helpPath)) ?? {}) as HelpTexts;

/** Lists the help and the pages of the token. */
export async function listResources(ctx: Ctx): Promise<MethodAnswer> {
  const [pages, helpTexts] = await Promise.all([listPages(ctx), readHelpTexts(ctx)]);
  const helps = Object.entries(helpTexts).map(([name, { title }]) => ({
    uri: helpUri(name),
    name,
    title,
    mimeType: markdown,
  }));
  const own = (pages.ok ? pages.value : []).filter(({ role }) => role !== null);
  const shown = own.map(({ slug, name }) => ({ uri: pageUri(slug), name: slug, title: name, mimeType: json }));
  return { result: { resources: [...helps, ...shown] } };
}

export const listResourceTemplates = (): MethodAnswer => ({
  result: {
    resourceTemplates: [
      { uriTemplate: pageUriTemplate, name: "page", title: "The present state of a page", mimeType: json },
      { uriTemplate: incidentUriTemplate, name: "incident", title: "An incident with its updates", mimeType: json },
    ],
  },
});

const notFound = (uri: string, message = "Resource not found"): MethodAnswer => ({
  error: { code: rpcErrorCodes.params, message, data: { uri } },
});

async function readThing(ctx: Ctx, subject: Exclude<ResourceSubject, { kind: "help" }>) {
  const call = await resolveToolCall(ctx, subject.page);
  if (!call.ok) return call;
  return subject.kind === "page"
    ? toolRunByName.get_status(call.value, {})
    : toolRunByName.get_incident(call.value, { id: subject.id });
}

/** Reads a resource. Help is Markdown; a page or an incident is the JSON of its tool. */
export async function readResource(ctx: Ctx, uri: string): Promise<MethodAnswer> {
  const subject = parseResourceUri(uri);
  if (subject === null) return notFound(uri);
  if (subject.kind === "help") {
    const helpTexts = await readHelpTexts(ctx);
    const help = Object.hasOwn(helpTexts, subject.name) ? helpTexts[subject.name] : undefined;
    return help ? { result: { contents: [{ uri, mimeType: markdown, text: help.text }] } } : notFound(uri);
  }
  const found = await readThing(ctx, subject);
  if (!found.ok)
    return found.failure.name === "missing"
      ? notFound(uri)
      : notFound(uri, failureSentence(found.failure, failureDetail(found.failure)));
  const texts = contentOfJson(found.value);
  return { result: { contents: texts.map(({ text }) => ({ uri, mimeType: json, text })) } };
}
