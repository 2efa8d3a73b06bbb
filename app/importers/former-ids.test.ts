import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { moveDocumentOf } from "../../tests/support/import-documents";
import { importRunsOfEachTest, jobOf, movedPage, smallMovedPage } from "../../tests/support/import-jobs";
import { eventByStatuspageIdQuery } from "./queries/foreign-event";
import { eventByForeignPathQuery } from "./queries/foreign-path";
import { ourIdsByFormerIdsQuery } from "./queries/former-id";
import type { MoveDocument } from "./rules/move-document";

/** Things that another product had itself imported from Statuspage keep the ids that they had there. */
const { desk, rowsOf, applied, undo } = importRunsOfEachTest();

const formerOf = <Thing extends { id: string }>(things: readonly Thing[]) =>
  things.map((each) => ({ ...each, statuspageId: `old-${each.id}` }));

function movedOnPage(): MoveDocument {
  const page = movedPage(smallMovedPage);
  return {
    ...page,
    origin: "instatus",
    groups: formerOf(page.groups),
    components: formerOf(page.components),
    incidents: formerOf(page.incidents).map((each) => ({ ...each, path: `/incident/${each.id}` })),
    maintenances: formerOf(page.maintenances),
  };
}

const formerRows = () =>
  rowsOf("SELECT kind, their_id, our_id, path FROM foreign_id WHERE origin = 'statuspage' ORDER BY kind, their_id");

test("an incident answers to its id and address at Statuspage, and so do the page’s other things", async () => {
  await applied(movedOnPage());
  const ctx = desk.deployment.ctx();
  const [[byId], [byPath], pairs] = await readBatch(
    ctx,
    eventByStatuspageIdQuery(ctx, desk.pageId, "old-i1"),
    eventByForeignPathQuery(ctx, desk.pageId, ["/incidents/old-i1"]),
    ourIdsByFormerIdsQuery(ctx, desk.pageId, ["old-g0", "old-c1", "old-w0"]),
  );
  expect(byId).toMatchObject({ kind: "incident" });
  expect(byPath).toEqual(byId);
  expect(pairs.map(({ theirId }) => theirId).sort()).toEqual(["old-c1", "old-g0", "old-w0"]);
});

test("a second run adds nothing, and an undo forgets these ids too", async () => {
  const id = await applied(movedOnPage());
  const once = await formerRows();
  expect(once).toHaveLength(3 + 1 + 4 + 1);
  await applied(movedOnPage());
  expect(await formerRows()).toEqual(once);
  await undo(id);
  expect(await formerRows()).toEqual([]);
});

test("what is known by these ids is met by an import from Statuspage, which makes none of it twice", async () => {
  await applied(movedOnPage());
  const once = await formerRows();
  const [incident] = movedOnPage().incidents;
  if (!incident) throw new Error("it has incidents");
  const { statuspageId: _, ...own } = { ...incident, id: "old-i0", path: "/incidents/old-i0" };
  const again = await applied(moveDocumentOf({ origin: "statuspage", incidents: [own] }));
  expect((await jobOf(desk, again)).counts?.incident.verdicts).toMatchObject({ keep: 1, make: 0, change: 0 });
  expect(await formerRows()).toEqual(expect.arrayContaining(once));
  await undo(again);
  expect((await formerRows()).filter(({ kind }) => kind === "incident")).toHaveLength(4);
});
