import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
} from "~/api/shapes";

const said = (description: string) => ({ description });

const file = {
  document: z
    .record(z.string(), z.unknown())
    .optional()
    .openapi(said("The file as it was read at home: its JSON Schema is /schemas/upfront.json")),
  text: z.string().optional().openapi(said("Its text instead, in YAML; on a free plan at most 64 KB")),
  prune: z.boolean().optional().openapi(said("True removes what this file once made and no longer describes")),
};
const planned = z.strictObject({ configuration: z.strictObject(file) });
const applied = z.strictObject({
  configuration: z.strictObject({
    ...file,
    expected_digest: z
      .string()
      .optional()
      .openapi(said("Digest of the plan that was looked at; with another plan it is 409 with the new one")),
    ref: z.string().optional().openapi(said("Commit or other reference, for the audit log")),
  }),
});
export type PlanConfigurationBody = z.output<typeof planned>["configuration"];
export type ApplyConfigurationBody = z.output<typeof applied>["configuration"];

const place = {
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
};
const anyValue = z.unknown();
const change = z.object({
  action: z.enum(["create", "change", "adopt", "rename", "move", "remove"]),
  page: z.string(),
  noun: z.string(),
  key: z.string(),
  was: z.string().nullable(),
  id: idSchema.nullable(),
  fields: z.array(z.object({ name: z.string(), before: anyValue.optional(), after: anyValue.optional() })),
  released: z.array(z.string()).openapi(said("Fields that the file no longer names: they are people’s again")),
  drift: z.boolean().openapi(said("A person changed it since the file set it")),
  ...place,
});
const plan = z
  .object({
    file: z.string(),
    digest: z.string().openapi(said("Names this plan: send it as expected_digest")),
    exit_code: z.number().int().openapi(said("0: nothing differs; 2: something does; 1: the file has errors")),
    text: z.string().openapi(said("The plan as people read it")),
    changes: z.array(change),
    errors: z.array(z.object({ message: z.string(), ...place })),
    left: z
      .array(z.object({ page: z.string(), noun: z.string(), key: z.string(), id: idSchema }))
      .openapi(said("What the file once made and no longer describes; it stays without prune")),
  })
  .openapi("ConfigurationPlan");
export type ConfigurationPlanResponse = z.output<typeof plan>;

const counts = z.object({
  create: z.number().int(),
  change: z.number().int(),
  adopt: z.number().int(),
  rename: z.number().int(),
  move: z.number().int(),
  remove: z.number().int(),
  refused: z.number().int(),
  skipped: z.number().int(),
});
const job = z
  .object({
    id: idSchema,
    file: z.string(),
    ref: z.string(),
    state: z.enum(["applying", "applied", "stopped"]).openapi(said("stopped: its maker may no longer change the page")),
    total: z.number().int(),
    done: z.number().int(),
    counts,
    refusals: z.array(
      z.object({
        page: z.string(),
        noun: z.string(),
        key: z.string(),
        action: z.string(),
        messages: z.record(z.string(), z.string()),
      }),
    ),
    created_at: instantSchema,
    ended_at: instantSchema.nullable(),
  })
  .openapi("ConfigurationJob");
export type ConfigurationJobResponse = z.output<typeof job>;

const started = z
  .object({ job: job.nullable().openapi(said("Null: nothing differs")), plan })
  .openapi("AppliedConfiguration");
const exported = z.object({ text: z.string().openapi(said("The file, in YAML")) }).openapi("ExportedConfiguration");
const secret = z.object({ name: z.string(), updated_at: instantSchema }).openapi("PageSecret");

const newSecret = z.strictObject({
  secret: z.strictObject({ value: z.string().openapi(said("It is encrypted, and never shown again")) }),
});

const tags = ["Configuration"];
const onPage = "/pages/{page}/configuration" as const;
const secretsPath = `${onPage}/secrets` as const;
const secretsAt = nounRoutes("Configuration", secretsPath);

export const configurationRoutes = {
  plan: createRoute({
    method: "post",
    path: "/configuration/plan",
    tags,
    summary: "What a file would change; nothing is changed",
    request: jsonBodySpec(planned),
    responses: { 200: jsonResponseSpec(plan, "The plan"), ...errorResponses },
  }),
  apply: createRoute({
    method: "post",
    path: "/configuration/apply",
    tags,
    summary: "Apply a file: a job in steps, each with the rights that its maker then has",
    request: jsonBodySpec(applied),
    responses: {
      200: jsonResponseSpec(started, "Nothing differs"),
      202: jsonResponseSpec(started, "It is applied in steps: read its job again"),
      ...errorResponses,
    },
  }),
  job: createRoute({
    method: "get",
    path: "/configuration/jobs/{id}",
    tags,
    summary: "How far a file is applied, and what was refused",
    request: { params: z.object({ id: z.string().openapi({ param: { name: "id", in: "path" } }) }) },
    responses: { 200: jsonResponseSpec(job, "The job"), ...errorResponses },
  }),
  export: createRoute({
    method: "get",
    path: onPage,
    tags,
    summary: "The file that describes a page as it is; secrets are named and not held",
    request: { params: pagePathParamsSchema },
    responses: { 200: jsonResponseSpec(exported, "The file"), ...errorResponses },
  }),
  secrets: secretsAt.list(
    "Names of the secrets that files of the page may name",
    jsonResponseSpec(z.array(secret), "Names; values are never shown"),
  ),
  setSecret: createRoute({
    path: `${secretsPath}/{id}`,
    method: "put",
    summary: "Enter a secret that files name, or replace it",
    responses: { 204: { description: "Entered" }, ...errorResponses },
    request: { params: itemPathParamsSchema, ...jsonBodySpec(newSecret) },
    tags,
  }),
  deleteSecret: secretsAt.remove("Forget a secret; what was set from it stays set", "Forgotten"),
};
