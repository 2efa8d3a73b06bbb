import { gzipSync } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "~/api-documents";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { openBrowser, origin } from "../../tests/support/worker";

let deployment: TestDeployment;
let answer: Response;
let html: string;
beforeAll(async () => {
  deployment = await openDeployment();
  answer = await (await openBrowser(deployment)).go("/api/v1/docs");
  html = await answer.text();
});
afterAll(() => deployment.close());

test("anybody reads it: valid HTML without script, its one style allowed by hash, of a reasonable size", async () => {
  expect(answer.status).toBe(200);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+'/);
  expect(policy).not.toContain("unsafe");
  expect(html).not.toMatch(/<script|\son\w+=|javascript:|\sstyle=/i);
  const report = await new HtmlValidate({ extends: ["html-validate:standard"] }).validateString(html);
  const messages = report.results.flatMap((each) => each.messages.map(({ message, line }) => `${line}: ${message}`));
  expect([...new Set(messages)]).toEqual([]);
  const size = gzipSync(html).length;
  console.log(`/api/v1/docs: ${Math.round(html.length / 1024)} KB, ${Math.round(size / 1024)} KB gzip`);
  expect(size).toBeLessThan(50 * 1024);
});

test("every operation stands in it with its address and command, every link in it leads somewhere", () => {
  const { paths } = openApiDocument(origin);
  for (const [path, item] of Object.entries(paths)) {
    expect(html).toContain(`<code>${path}</code>`);
    for (const method of Object.keys(item))
      if (method !== "put" || !("patch" in item)) expect(html).toContain(`id="${item[method]?.operationId}"`);
  }
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map((found) => found[1] ?? "");
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...html.matchAll(/href="#([^"]*)"/g)].map((found) => found[1] ?? "");
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect(html).toContain("-d &#39;{&quot;component&quot;:{&quot;name&quot;:&quot;Checkout&quot;");
});
