import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReaderSettings } from "~/http/reader";
import { englishWords } from "~/i18n/words";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { publishPage } from "../../publishing/engine/publish";
import { readVisiblePage } from "../../see";
import { cachePrintedPage, findCachedFrontPageResponse } from "./memory";
import { pageEtagOf, pageRenderContextOf } from "./scene";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await publishPage(desk.deployment.ctx(), desk.pageId);
});
afterAll(async () => {
  resetIsolate();
  await desk.close();
});

test("pages are kept for many readers as long as all of them together are small", async () => {
  const ctx = desk.deployment.ctx({ kind: "visitor" });
  const zones = ["Europe/Berlin", "Asia/Tokyo", "Africa/Cairo"];
  const readerIn = (timeZone: string): ReaderSettings => ({ language: null, theme: null, timeZone });
  const asked = { ctx, pathname: "/acme", hostPage: false };
  const keptOf = async (size: number) => {
    resetIsolate();
    const page = await good(readVisiblePage(ctx, { slug: "acme" }));
    for (const zone of zones) {
      const scene = pageRenderContextOf(page, englishWords, {
        now: ctx.now(),
        hostPage: false,
        reader: readerIn(zone),
      });
      cachePrintedPage(scene, { html: new Uint8Array(size), hashes: [], etag: pageEtagOf(scene), live: null });
    }
    const request = new Request("http://localhost:8787/acme");
    return zones.filter((zone) => findCachedFrontPageResponse(request, { ...asked, reader: readerIn(zone) }) !== null);
  };
  expect(await keptOf(200_000)).toEqual(zones);
  expect(await keptOf(4_000_000)).toEqual(zones.slice(1));
});
