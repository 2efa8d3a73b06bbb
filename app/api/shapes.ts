import { z } from "@hono/zod-openapi";
import { settableStatuses } from "~/status/status";

/** Schemas that all resources of the API share. Instants are ISO 8601 in UTC. */

export const idSchema = z.string().openapi({ example: "01m7vrt60gzx9a8q5f0p3kd2bn" });
export const instantSchema = z.string().openapi({ format: "date-time", example: "2026-11-20T12:00:00.000Z" });
export const statusSchema = z.enum(settableStatuses);
/** Status in responses. It is "" (unknown) if no source observes the component and no person has set a status. */
export const shownStatusSchema = z.enum([...settableStatuses, ""]);

const truths: Record<string, boolean> = { true: true, false: false, "1": true, "0": false };

/** A boolean, which forms send as a word. */
export const flagSchema = z
  .preprocess((given) => (typeof given === "string" && given in truths ? truths[given] : given), z.boolean())
  .openapi({ type: "boolean" });

export const wholeNumberSchema = z
  .preprocess(
    (given) => (typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given),
    z.number().int(),
  )
  .openapi({ type: "integer" });

export const instantInputSchema = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d/.test(text) && Number.isFinite(Date.parse(text)), "An instant as ISO 8601.")
  .openapi({ format: "date-time" });

export const pagePathParamsSchema = z.object({
  page: z.string().openapi({ param: { name: "page", in: "path" }, description: "Id or slug of the page" }),
});
export const itemPathParamsSchema = pagePathParamsSchema.extend({
  id: z.string().openapi({ param: { name: "id", in: "path" } }),
});

const count = z.coerce.number().int().min(1).max(10_000).optional();
export const paginationQueryInputSchema = z.object({ page: count, per_page: count, limit: count });

export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    request_id: z.string(),
    code: z.string(),
    message: z.string(),
    error: z.union([z.string(), z.array(z.string())]),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.unknown().optional(),
    given: z.unknown().optional(),
  })
  .openapi("Problem");

const problemContent = { "application/problem+json": { schema: problemSchema } };
const refusal = (description: string) => ({ description, content: problemContent });

/** Responses to refused requests, which are the same for every route. */
export const errorResponses = {
  400: refusal("The body cannot be read"),
  401: refusal("No token, or a wrong one"),
  403: refusal("The role is too low"),
  404: refusal("Not there, or not yours"),
  409: refusal("Changed since it was read: both versions"),
  415: refusal("Neither JSON nor a form"),
  422: refusal("Invalid field"),
  429: refusal("More than 120 requests in a minute"),
  503: refusal("Nothing was saved: the database is away, or others were faster"),
};

export const jsonResponseSpec = <S extends z.ZodType>(schema: S, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

export const jsonBodySpec = <S extends z.ZodType>(schema: S) => ({
  body: { required: true, content: { "application/json": { schema } } },
});

export const toIsoInstant = (at: number): string => new Date(at).toISOString();
export const toIsoInstantOrNull = (at: number | null): string | null => (at === null ? null : toIsoInstant(at));

/** Field of a response that lists the components without an observer after the change; absent if there are none. */
export const leftUnwatchedResponseField = {
  left_unwatched: z.array(idSchema).optional().openapi({
    description: "Components that nothing watches any more after this change; absent where there are none",
  }),
};
