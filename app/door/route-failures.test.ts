import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import type { Failure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { throwFailureResponse } from "~/http/page-failure";
import type { RouteManifest } from "~/http/route-table";
import { withRouteErrorHandling } from "./route-failures";

/** Returns the error page's data, for a reader of this language. */
async function shown(failure: Failure, deskLanguage: string) {
  const loader = () => throwFailureResponse(failure);
  const routes = withRouteErrorHandling({
    one: { id: "one", path: "one", module: { loader } },
  } as unknown as RouteManifest);
  const context = { deskLanguage, ctx: { requestId: "r1" } } as AppLoadContext;
  const explained = routes.one?.module as unknown as { loader(given: object): Promise<never> } | undefined;
  const thrown: unknown = await explained?.loader({ context }).catch((error: unknown) => error);
  const response = thrown as Response;
  return { status: response.status, ...((await response.json()) as { code: string; detail?: string }) };
}

test.each<[Failure, number, RegExp]>([
  [{ name: "forbidden", detail: "role.operator" }, 403, /^Only an operator /],
  [{ name: "conflict", code: "limit", detail: refusalFor("rule.limit", { most: 1200 }) }, 409, /1,200/],
  [{ name: "invalid", fields: { email: "value.required", name: "value.line" } }, 422, /^This field is required\. Line/],
  [{ name: "malformed", code: "bad_form", detail: "form.cut_off" }, 400, /^[A-Z].*\.$/],
])("what is wrong is said in the reader's language: %j", async (failure, status, text) => {
  const english = await shown(failure, "en");
  expect(english).toMatchObject({ status, request_id: "r1", detail: expect.stringMatching(text) });
  expect((await shown(failure, "en-XB")).detail).toMatch(/^⟦.*⟧$/);
});

test("what has no reason of its own says none", async () => {
  expect((await shown({ name: "missing" }, "en")).detail).toBeUndefined();
  expect((await shown({ name: "too_large", limit: 10 }, "en")).detail).toBeUndefined();
});
