import type { OperationRight } from "~/nouns";
import { apiFieldNoteByName, apiParameterNoteByName } from "./field-notes";
import { operationGuideByKey } from "./guide";

/** The parts of an OpenAPI 3.1 document that this file reads and writes. */
export interface OpenApiSchemaPart {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, OpenApiSchemaPart>;
  required?: string[];
  items?: OpenApiSchemaPart;
  enum?: unknown[];
  const?: unknown;
  anyOf?: OpenApiSchemaPart[];
  oneOf?: OpenApiSchemaPart[];
  additionalProperties?: OpenApiSchemaPart | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

export interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: OpenApiSchemaPart;
}

interface BodyContent {
  schema?: OpenApiSchemaPart;
  example?: unknown;
}

interface ResponseDescription {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, BodyContent>;
}

export interface ApiOperation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  "x-upfront-role"?: OperationRight;
  parameters?: ApiParameter[];
  requestBody?: { required?: boolean; content: Record<string, BodyContent> };
  responses: Record<string, ResponseDescription>;
}

export type ApiPaths = Record<string, Record<string, ApiOperation>>;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Names `PATCH /pages/{page}/components/{id}` patchPagesPageComponentsId, like Statuspage. */
const operationId = (method: string, path: string): string =>
  method +
  path
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capital)
    .join("");

const noted = (parameter: ApiParameter): ApiParameter => {
  const slug = parameter.name === "page" && parameter.in === "path" ? "Id or slug of the page" : undefined;
  const description = parameter.description ?? slug ?? apiParameterNoteByName[parameter.name];
  return description === undefined ? parameter : { ...parameter, description };
};

const text: OpenApiSchemaPart = { type: "string" };
const once: ApiParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "The same key again is the same change: it happens once, also when several are sent at once; with another body it is 422. At most 255 characters",
  schema: { ...text, maxLength: 255 },
};
const compared: ApiParameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The ETag of what was read; when it is not the newest any more: 409 with both versions",
  schema: text,
};

/** Paths of resources without a version: the last change wins. */
const unversioned = /^\/tokens|\/(tokens|invitations|subscribers|mute|secrets)(\/|$)|\/imports\/\{id\}$/;

function headersOf(method: string, path: string): ApiParameter[] {
  if (method === "get") return [];
  return method === "post" || unversioned.test(path) ? [once] : [once, compared];
}

const whole = { type: "integer" };
const limits = {
  "x-ratelimit-limit": { description: "Requests a minute and token", schema: whole },
  "x-ratelimit-remaining": { description: "What is left of them", schema: whole },
  "x-ratelimit-reset": { description: "When they are reset, seconds since 1970", schema: whole },
};

/**
 * Returns the responses that a request can get. A request that only reads has no body and changes nothing, so some do
 * not apply.
 */
function answersOf(
  responses: Record<string, ResponseDescription>,
  method: string,
  hasBody: boolean,
): Record<string, ResponseDescription> {
  const never = [...(method === "get" ? ["409"] : []), ...(hasBody ? [] : ["400", "415"])];
  const kept = Object.entries(responses).filter(([status]) => !never.includes(status));
  const limited = kept.map(([status, answer]) => {
    const headers = status.startsWith("2") || status === "429" ? { headers: { ...limits, ...answer.headers } } : {};
    return [status, { ...answer, ...headers }] as const;
  });
  return Object.fromEntries(limited);
}

/** Adds a description to every field of a body; existing descriptions stay. */
function explained(schema: OpenApiSchemaPart, name = ""): OpenApiSchemaPart {
  const note = schema.description ?? apiFieldNoteByName[name];
  const { properties, items } = schema;
  return {
    ...schema,
    ...(note === undefined || schema.$ref ? {} : { description: note }),
    ...(items ? { items: explained(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, explained(each, key)])) }
      : {}),
  };
}

function bodyOf({ requestBody }: ApiOperation, example: unknown): Pick<ApiOperation, "requestBody"> {
  const content = requestBody?.content["application/json"];
  if (!requestBody || !content) return {};
  const schema = content.schema ? { schema: explained(content.schema) } : {};
  const json = { ...content, ...schema, ...(example === undefined ? {} : { example }) };
  return { requestBody: { ...requestBody, content: { "application/json": json } } };
}

function described(method: string, path: string, operation: ApiOperation): ApiOperation {
  const { need = "viewer", example } = operationGuideByKey[`${method.toUpperCase()} ${path}`] ?? {};
  return {
    operationId: operationId(method, path),
    ...operation,
    "x-upfront-role": need,
    parameters: [...(operation.parameters ?? []).map(noted), ...headersOf(method, path)],
    ...bodyOf(operation, example),
    responses: answersOf(operation.responses, method, operation.requestBody !== undefined),
  };
}

/** Adds to the routes' own words what all of them share: names, roles, headers, examples, limits. */
export const describeApiPaths = (paths: ApiPaths): ApiPaths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, each]) => [method, described(method, path, each)])),
    ]),
  );
