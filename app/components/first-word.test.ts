import { expect, test } from "vitest";
import { good } from "../../tests/support/desk";
import { deskOfFile } from "../../tests/support/of-file";
import { componentResponseOf } from "./api/component-shape";
import { createComponent } from "./create";
import { listComponents } from "./list";
import { updateComponent } from "./update";

const desk = deskOfFile();
const admin = () => desk.as("admin");

/** Returns who keeps it, and the status that Statuspage's clients read. */
async function told(id: string) {
  const { components } = await good(listComponents(admin(), { pageId: desk.pageId }));
  const row = components.find((each) => each.id === id);
  return row && [row.keptBy, componentResponseOf(desk.pageId, row).status];
}

test("a component that comes with a status is kept by hand, one without is nobody's until somebody says how it is", async () => {
  const { pageId } = desk;
  const make = async (name: string, status?: "operational" | "major_outage") =>
    (await good(createComponent(admin(), { pageId, name, ...(status ? { status } : {}) }))).id;
  const [kept, down, silent] = [
    await make("Kept", "operational"),
    await make("Down", "major_outage"),
    await make("Silent"),
  ];
  expect(await told(kept)).toEqual(["manual", "operational"]);
  expect(await told(down)).toEqual(["manual", "major_outage"]);
  expect(await told(silent)).toEqual([null, ""]);
  for (const id of [down, silent]) {
    await good(updateComponent(admin(), { pageId, id, status: "operational" }));
    expect(await told(id)).toEqual(["manual", "operational"]);
  }
});
