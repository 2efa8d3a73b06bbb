import { expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { handleRestApi } from "~/rest-api";
import { requestWordBackfillStatement } from "~/search/queries/past-words";
import { good } from "../../../tests/support/desk";
import { deskOfFile } from "../../../tests/support/of-file";
import { ownerToken } from "../../../tests/support/owner-token";
import { unmetered } from "../../../tests/support/restored";

const desk = deskOfFile();

async function search(q: string) {
  const address = `http://localhost:8787/api/v1/pages/acme/incidents?q=${q}`;
  const response = await handleRestApi(new Request(address), desk.deployment.ctx(ownerToken));
  await desk.deployment.settled();
  const found = (await response.json()) as unknown[];
  return [response.status, found.length, response.headers.get("x-upfront-search-cut")];
}

test("a header says that other incidents may have the searched words, too", async () => {
  const { pageId, deployment } = desk;
  await good(
    openIncident(desk.owner(), { pageId, title: "Down", body: "A digger cut a cable.", impactOverride: "minor" }),
  );
  expect(await search("digger")).toEqual([200, 1, null]);
  await unmetered(deployment.bindings.DB, [requestWordBackfillStatement(deployment.clock.now)]);
  expect(await search("digger")).toEqual([200, 1, "true"]);
  expect(await search("")).toEqual([200, 1, null]);
});
