import { expect, test } from "vitest";
import { readComponentSurroundings } from "~/components/surroundings";
import { runBatch } from "~/db/run-batch";
import { monitorTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { addTranslation } from "~/i18n/word-room";
import { good } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { deskCatalogueOf } from "../../tests/support/words";
import { matchingStateNames } from "./desk/states";
import { searchOnPage } from "./find";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });

const find = async (search: string, states: string[] = []) =>
  (await good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search, states }))).results;

async function turn(id: string, state: "down" | "up", since: number) {
  const ctx = desk.as("admin");
  await runBatch(ctx, updateRowsStatements(monitorTable, desk.pageId, [{ id, state, stateSince: since }]));
}

test("monitors are found by name, by where they look and by their state, what turned last first", async () => {
  const at = (host: string) => ({ url: `https://${host}/health?key=a-secret-of-ours` });
  const [first, second] = [
    await watch(desk, { name: "Checkout", settings: at("pay.example.com"), interval: 60 }),
    await watch(desk, { name: "Catalogue", settings: at("shop.example.com"), interval: 60 }),
  ];
  const now = desk.deployment.clock.now;
  await turn(first, "down", now - 60_000);
  await turn(second, "down", now - 1000);
  const named = await find("check");
  expect(named.filter(({ kind }) => kind === "monitor")).toMatchObject([{ name: "Checkout", state: "down" }]);
  expect(await find("pay.example")).toMatchObject([
    { kind: "monitor", id: first, target: "pay.example.com/health", state: "down" },
  ]);
  expect(await find("a-secret-of-ours")).toEqual([]);
  expect((await find("down", ["down"])).map(({ id }) => id)).toEqual([second, first]);
  expect(await find("down")).toEqual([]);
  const around = await good(
    readComponentSurroundings(desk.as("viewer"), { pageId: desk.pageId, id: desk.components[0] }),
  );
  const states = around.moved.filter(({ sourceId }) => sourceId === first).map(({ state, since }) => [state, since]);
  expect(states).toEqual([
    ["down", now - 60_000],
    ["down", now - 60_000],
  ]);
});

test("a state is meant by its word, in the reader's language and as the API names it", () => {
  addTranslation("de", "monitors", deskCatalogueOf("de").monitors ?? {});
  expect(matchingStateNames("Down", "en")).toEqual(["down"]);
  expect(matchingStateNames("ausgef", "de")).toEqual(["down"]);
  expect(matchingStateNames("down", "de")).toEqual(["down"]);
  expect(matchingStateNames("no data", "en")).toEqual(["no_data"]);
  expect(matchingStateNames("checkout", "en")).toEqual([]);
  expect(matchingStateNames(" ", "en")).toEqual([]);
});
