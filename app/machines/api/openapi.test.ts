import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { handleApi, openApiDocument } from "./app";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test("the OpenAPI document is valid and names every route", async () => {
  const document = openApiDocument("http://localhost:8787");
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(Object.keys(document.paths ?? {})).toContain("/pages/{page}/sources/{id}");
  const visitor = desk.deployment.ctx();
  const open = await handleApi(new Request("http://localhost:8787/api/v1/openapi.json"), visitor);
  expect(open.status).toBe(200);
  const docs = await handleApi(new Request("http://localhost:8787/api/v1/docs"), visitor);
  expect(await docs.text()).toContain("/api/v1/pages/{page}/incidents");
});
