import { expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { good } from "../../tests/support/desk";
import { planOf, watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { readMonitor } from "./read";
import { listUpgradeDifferences } from "./verbs";

const desk = deskOfFile();

test("what the new reading found otherwise is shown with the monitor of that watch alone", async () => {
  const id = await watch(desk, { mode: "none", interval: 5 });
  const view = () => good(readMonitor(desk.as("admin"), { pageId: desk.pageId, id }));
  const { shardId, reread: atFirst } = await view();
  expect(atFirst).toBeNull();
  const watchedSince = (await planOf(desk.as("admin"), desk.pageId, id))?.watchedSince ?? 0;
  const found = { from: "up", to: "down", code: "text_found", detail: "There.", minute: 29_700_000 };
  const known = {
    confirmed: "up",
    since: 0,
    run: [],
    last: 0,
    today: [0, 0, 0, 0, 0],
    day: 0,
    reader: 2,
    reread: found,
  };
  const keepState = (since: number) => {
    const states = JSON.stringify({ [id]: { ...known, watchedSince: since } });
    const sql = "UPDATE monitor_shard SET states = ?2 WHERE id = ?1";
    return runBatch(desk.deployment.ctx(), [{ sql, params: [shardId, states] }]);
  };
  await keepState(watchedSince);
  expect((await view()).reread).toEqual(found);
  const listed = () => good(listUpgradeDifferences(desk.as("viewer"), { pageId: desk.pageId }));
  expect(await listed()).toEqual([{ id, name: (await view()).name, ...found }]);
  await keepState(watchedSince - 60_000);
  expect((await view()).reread).toBeNull();
  expect(await listed()).toEqual([]);
});
