import { failureDetail } from "~/http/problem";
import type { Ctx } from "~/platform/ctx";
import { mcpSupportedVersions, negotiateMcpVersion, type ProtocolEra } from "../rules/protocol";
import { failureSentence, type MethodAnswer } from "../rules/results";
import { type RpcParams, rpcErrorCodes } from "../rules/rpc-message";
import { serverInstructions } from "../rules/server-instructions";
import { mayUseTool, type ToolName, toolAnnotations, toolNames } from "../rules/tool-list";
import { listResources, listResourceTemplates, readResource } from "./resources";
import { accessOfToken, type ForbiddenReport, readHighestRoleOfToken, runTool } from "./run-tool";

/** `version` is that of the tools, not of the deployment. */
const serverInfo = { name: "upfront", title: "Upfront", version: "1" };
const capabilities = { tools: {}, resources: {} };

/** The time for which a client may keep an answer, and whether it may share it. */
interface CacheHint {
  ttlMs: number;
  cacheScope: "public" | "private";
}

interface MethodCall {
  ctx: Ctx;
  params: RpcParams;
  reportForbidden: ForbiddenReport;
}

interface RpcMethod {
  /** The revisions that have it. */
  eras: readonly ProtocolEra[];
  cache?: CacheHint;
  answer(call: MethodCall): MethodAnswer | Promise<MethodAnswer>;
}

const both: readonly ProtocolEra[] = ["stateless", "handshake"];
const sameForAll: CacheHint = { ttlMs: 3_600_000, cacheScope: "public" };
const ofToken: CacheHint = { ttlMs: 60_000, cacheScope: "private" };

const invalidParams = (message: string): MethodAnswer => ({ error: { code: rpcErrorCodes.params, message } });

/** Refuses a cursor in a list that is always whole. */
const whole =
  (answer: RpcMethod["answer"]): RpcMethod["answer"] =>
  (call) =>
    call.params.cursor == null ? answer(call) : invalidParams("The list has no further part.");

/** Path of the texts and schemas of all tools (scripts/nouns/tool-schemas), a file beside the worker. */
const toolSchemasPath = "/schemas/mcp-tools.json";
type ToolSchemas = Record<ToolName, { title: string; description: string; input: object; output: object }>;

const withoutSchemas: MethodAnswer = {
  error: { code: rpcErrorCodes.internal, message: "The list of tools cannot be read now. Ask again in a minute." },
};

async function listTools({ ctx }: MethodCall): Promise<MethodAnswer> {
  const toolSchemas = (await ctx.files.read(toolSchemasPath)) as ToolSchemas | undefined;
  if (toolSchemas === undefined) return withoutSchemas;
  const role = await readHighestRoleOfToken(ctx);
  if (!role.ok)
    return {
      error: { code: rpcErrorCodes.internal, message: failureSentence(role.failure, failureDetail(role.failure)) },
    };
  const access = accessOfToken(ctx, role.value);
  const tools = toolNames
    .filter((name) => mayUseTool(name, access))
    .map((name) => {
      const { title, description, input: inputSchema, output: outputSchema } = toolSchemas[name];
      return { name, title, description, inputSchema, outputSchema, annotations: { title, ...toolAnnotations(name) } };
    });
  return { result: { tools } };
}

async function callTool({ ctx, params, reportForbidden }: MethodCall): Promise<MethodAnswer> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") return invalidParams("params.name is missing.");
  const answer = await runTool(ctx, { name, given }, reportForbidden);
  return answer ?? invalidParams("Unknown tool");
}

const methods: Readonly<Record<string, RpcMethod>> = {
  "server/discover": {
    eras: ["stateless"],
    cache: sameForAll,
    answer: () => ({
      result: {
        supportedVersions: mcpSupportedVersions,
        capabilities,
        instructions: serverInstructions,
        _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
      },
    }),
  },
  initialize: {
    eras: ["handshake"],
    answer: ({ params }) => ({
      result: {
        protocolVersion: negotiateMcpVersion(params.protocolVersion),
        capabilities,
        serverInfo,
        instructions: serverInstructions,
      },
    }),
  },
  ping: { eras: ["handshake"], answer: () => ({ result: {} }) },
  "tools/list": { eras: both, cache: ofToken, answer: whole(listTools) },
  "tools/call": { eras: both, answer: callTool },
  "resources/list": { eras: both, cache: ofToken, answer: whole(({ ctx }) => listResources(ctx)) },
  "resources/templates/list": { eras: both, cache: sameForAll, answer: whole(listResourceTemplates) },
  "resources/read": {
    eras: both,
    cache: { ttlMs: 0, cacheScope: "private" },
    answer: ({ ctx, params: { uri } }) =>
      typeof uri === "string" ? readResource(ctx, uri) : invalidParams("params.uri is missing."),
  },
};

/** Answers a method of this revision; null = it has no such method. */
export async function answerMethod(era: ProtocolEra, method: string, call: MethodCall): Promise<MethodAnswer | null> {
  const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!found?.eras.includes(era)) return null;
  const answer = await found.answer(call);
  if ("error" in answer || era === "handshake") return answer;
  return { result: { resultType: "complete", ...answer.result, ...found.cache } };
}
