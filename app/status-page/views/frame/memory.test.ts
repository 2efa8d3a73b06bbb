import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reader } from "~/http/reader";
import { englishWords } from "~/i18n/words";
import { forgetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { publish } from "../../publishing/engine/publish";
import { seePage } from "../../see";
import { fromMemory, keep } from "./memory";
import { etagOf, sceneOf } from "./scene";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await publish(desk.deployment.ctx(), desk.pageId);
});
afterAll(async () => {
  forgetIsolate();
  await desk.close();
});

test("pages are kept for many readers as long as all of them together are small", async () => {
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  const zones = ["Europe/Berlin", "Asia/Tokyo", "Africa/Cairo"];
  const readerIn = (timeZone: string): Reader => ({ language: null, theme: null, timeZone });
  const asked = { ctx, pathname: "/acme", hostPage: false };
  const keptOf = async (size: number) => {
    forgetIsolate();
    const page = await good(seePage(ctx, { slug: "acme" }));
    for (const zone of zones) {
      const scene = sceneOf(page, englishWords, { now: ctx.now(), hostPage: false, reader: readerIn(zone) });
      keep(scene, { html: new Uint8Array(size), hashes: [], etag: etagOf(scene), live: null });
    }
    const request = new Request("http://localhost:8787/acme");
    return zones.filter((zone) => fromMemory(request, { ...asked, reader: readerIn(zone) }) !== null);
  };
  expect(await keptOf(200_000)).toEqual(zones);
  expect(await keptOf(4_000_000)).toEqual(zones.slice(1));
});
