/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { look, pageText } from "../../../../tests/support/public-page";
import { calmSnapshot, sampleNow } from "../../../../tests/support/sample-snapshot";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { ComponentPage } from "../component/component-page";
import { type PageRenderContext, pageContentTagOf } from "../frame/scene";
import { HomePage } from "../front/home-page";

const day = 24 * 3_600_000;
const calm = calmSnapshot(3);
const [first] = calm.components as [SnapshotComponent];
const heard = (at: number | null): Snapshot => ({ ...calm, heard: { [first.id]: at } });

const own = (scene: PageRenderContext) => (
  <ComponentPage
    {...scene}
    archive={{ incidents: [], maintenances: [] }}
    limit={10}
    range="day"
    times={null}
    component={first}
  />
);

async function textOf(snapshot: Snapshot, draw: "front" | "own" = "front"): Promise<string> {
  const scene = look(snapshot);
  return pageText(scene, draw === "front" ? <HomePage {...scene} /> : own(scene));
}

test.each<[string, number | null, string]>([
  ["three days ago", sampleNow - 3 * day - 1, "Based on alerts; last received 3 days ago"],
  ["a day ago", sampleNow - day, "Based on alerts; last received 1 day ago"],
  ["within the day", sampleNow - day + 1, "Based on alerts<"],
  ["never as far as was noted", null, "Based on alerts<"],
  ["after now, by another clock", sampleNow + day, "Based on alerts<"],
])("row and page of what alerts alone vouch for say so: heard %s", async (_, at, said) => {
  expect(await textOf(heard(at))).toContain(`${said.replace("<", "")}</small>`);
  expect(await textOf(heard(at), "own")).toContain(`<span>${said.replace("<", "")}</span>`);
});

test("of what is looked at nothing is said of alerts", async () => {
  expect(await textOf(calm)).not.toContain("Based on alerts");
  expect(await textOf(calm, "own")).not.toContain("Based on alerts");
});

test("a page is another one when an age grows by a day, and the same within it", () => {
  const at = (now: number) => {
    const scene = look(heard(sampleNow - 3 * day));
    return pageContentTagOf({ ...scene, frame: { ...scene.frame, now } });
  };
  expect(at(sampleNow)).toBe(at(sampleNow + 60_000));
  expect(at(sampleNow)).not.toBe(at(sampleNow + day));
});
