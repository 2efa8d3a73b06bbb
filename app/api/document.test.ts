import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeApiDocument } from "~/api-documents";
import { makeApiDocuments } from "../../scripts/bundle/api-documents.ts";
import { ownAssets } from "../../tests/support/assets";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { type ApiDocumentPath, apiDocumentFileByPath, apiDocumentResponse, readApiDocumentFile } from "./document";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const paths = Object.keys(apiDocumentFileByPath) as ApiDocumentPath[];

async function answered(path: ApiDocumentPath): Promise<Response> {
  const ctx = deployment.ctx();
  return apiDocumentResponse(path, await readApiDocumentFile(path, ctx), ctx);
}

test("a document that cannot be read is asked for later", async () => {
  for (const path of paths) {
    const refused = await answered(path);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  }
});

test("the build's files are the documents that the code makes, and name this deployment", async () => {
  const files = (await makeApiDocuments()) as Record<string, { text: string }>;
  vi.spyOn(ownAssets, "fetch").mockImplementation(async (request) =>
    Response.json(files[new URL(String(request)).pathname]),
  );
  deployment.clock.now += 11_000;
  for (const path of paths) {
    const answer = await answered(path);
    expect(answer.headers.get("content-type")).toBe(apiDocumentFileByPath[path].type);
    const text = await answer.text();
    expect(text).toContain(deployment.ctx().config.origin);
    expect(text).not.toContain("origin.invalid");
    const withoutSheet = (html: string) => html.replace(/<style>.*<\/style>/s, "");
    const made = await makeApiDocument(path);
    expect(withoutSheet(files[apiDocumentFileByPath[path].file]?.text ?? "")).toBe(withoutSheet(made.text));
  }
});
