import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import type { Browser } from "../support/worker";

let deployment: TestDeployment;
let owner: Browser;
let stage: Stage;
beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  owner = await browserOf(deployment, "owner");
});
afterAll(() => deployment.close());

async function textOf(path: string): Promise<string> {
  const html = await (await owner.go(path)).text();
  return html.replaceAll(/<script[\s\S]*?<\/script>|<!-- -->|<[^>]+>/g, "");
}

test("a component that nothing watches says so beside its uptime; one that a rule moves does not", async () => {
  const made = await owner.post("/manage/acme/components/new", {
    form: "component",
    name: "Alone",
    startDate: "2026-10-01",
    shownWhen: "always",
    showUptime: "on",
    keptBy: "manual",
  });
  expect(made.status).toBe(303);
  const moved = await Promise.all(stage.components.map((id) => textOf(`/manage/acme/components/${id}`)));
  expect(moved.some((text) => text.includes("Uptime in the last 90 days"))).toBe(true);
  const list = await (await owner.go("/manage/acme/components")).text();
  const alone = /href="(\/manage\/acme\/components\/\w{26})"[^>]*>(?:<[^>]+>)*Alone/.exec(list)?.[1] ?? "";
  expect(await textOf(alone)).toContain("Nothing watches this component. Its uptime of 100.00%");
});
