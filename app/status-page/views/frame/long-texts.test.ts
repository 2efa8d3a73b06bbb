import { afterEach, beforeEach, expect, test } from "vitest";
import { incidentTable, incidentUpdateTable } from "~/db/schema/index";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { aPage, arrange, put } from "../../../../tests/support/scenario";
import { visit } from "../../../../tests/support/visitor";
import { publishPage } from "../../publishing/engine/publish";
import { loader as showIncident } from "../incident/incident.route";

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment();
  resetIsolate();
});
afterEach(() => deployment.close());

test("an incident that the page's document holds in part is read live on its own page, and in part while that is away", async () => {
  const { id: pageId, slug } = await arrange(deployment, aPage());
  const { now } = deployment.clock;
  const times = { createdAt: now, updatedAt: now };
  const story = { title: "Long", status: "investigating", impact: "minor", visibility: "published", origin: "person" };
  await put(deployment, incidentTable, [{ id: "long", pageId, ...story, startedAt: now, ...times }]);
  for (let index = 0; index < 12; index++) {
    const words = `Word ${index}. ${"x".repeat(25_000)}`;
    const text = { status: "investigating", body: "", bodyHtml: `<p>${words}</p>`, bodyText: words, changes: [] };
    const own = { id: `u${index}`, shownAt: now + index, authorKind: "person", ...times };
    await put(deployment, incidentUpdateTable, [{ pageId, incidentId: "long", ...text, ...own }]);
  }
  await publishPage(deployment.ctx(), pageId);
  const shown = async (database?: D1Database) => {
    const asked = visit(
      deployment,
      `/${slug}/incidents/long`,
      { page: slug, id: "long" },
      database ? { database } : {},
    );
    const text = await (await showIncident(asked)).text();
    return [text.match(/Word \d+\./g)?.length, text.split("This text is too long to show here.").length - 1];
  };
  expect(await shown()).toEqual([12, 0]);
  deployment.clock.now += 2000;
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  expect(await shown(database)).toEqual([4, 8]);
});
