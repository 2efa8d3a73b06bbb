import { afterEach, describe, expect, test } from "vitest";
import { serve } from "../../tests/support/served";
import { wayOut } from "../../tests/support/way-out";
import { newMeter, remainingMeterBudget, withPromisedBudget } from "../platform/meter";
import type { CookieJar } from "../platform/outbound";
import { storeResponseCookies, withRequestCookies } from "./cookies";

const meter = newMeter();
const make = (counted = meter) => wayOut(["127.0.0.0/8"], [], counted);
const inside = make();
afterEach(() => {
  meter.subrequests = 0;
});

describe("a monitor's redirects", () => {
  const chain = (length: number) =>
    serve(({ url = "" }, response) => {
      const at = Number(url.slice(1));
      if (at === length) response.end("there");
      else response.writeHead(302, { location: `/${at + 1}` }).end();
    });
  const ten = { redirects: 3, furtherRedirects: 7 };
  const withRoomFor = (calls: number) => {
    const counted = newMeter();
    counted.subrequests += remainingMeterBudget(counted) - calls;
    return counted;
  };

  test("are followed ten times, and no more", async () => {
    expect(await inside.fetch({ url: `${await chain(10)}/0`, ...ten })).toMatchObject({ ok: true, text: "there" });
    expect(meter.subrequests).toBe(11);
    const around = await inside.fetch({ url: `${await chain(11)}/0`, ...ten });
    expect(around).toMatchObject({ ok: false, reason: "too_many_redirects" });
    expect([around.hops?.length, meter.subrequests]).toEqual([11, 22]);
  });

  test.each([
    [11, "there"],
    [10, "no_room"],
    [4, "no_room"],
  ])("with room for %i calls: %s", async (calls, end) => {
    const counted = withRoomFor(calls);
    const found = await make(counted).fetch({ url: `${await chain(10)}/0`, ...ten });
    expect(found.ok ? found.text : found.reason).toBe(end);
    expect(remainingMeterBudget(counted)).toBe(0);
  });

  test("without room for more, a circle is one all the same; a cookie that is asked for is none", async () => {
    const round = await serve((_, response) => response.writeHead(302, { location: "/round" }).end());
    const found = await make(withRoomFor(5)).fetch({ url: `${round}/round`, ...ten });
    expect(found).toMatchObject({ ok: false, reason: "too_many_redirects" });
    const asking = await serve(({ url, headers }, response) => {
      const to = url === "/a" ? "/b" : "/a";
      if (headers.cookie) response.end("there");
      else response.writeHead(302, { location: to, ...(url === "/b" ? { "set-cookie": "c=1" } : {}) }).end();
    });
    expect(await make(withRoomFor(4)).fetch({ url: `${asking}/a`, ...ten })).toMatchObject({ text: "there" });
  });

  test("take no room that is promised to others, and the first three are as any other call", async () => {
    const counted = withRoomFor(12);
    const found = await withPromisedBudget(counted, 8, async () =>
      make(counted).fetch({ url: `${await chain(10)}/0`, ...ten }),
    );
    expect(found).toMatchObject({ ok: false, reason: "no_room" });
    expect(remainingMeterBudget(counted)).toBe(8);
    const short = make(withRoomFor(3));
    await expect(short.fetch({ url: `${await chain(10)}/0`, ...ten })).rejects.toThrow("over budget");
  });

  test("go on by GET after a 303, without what was sent, where that is asked for", async () => {
    const url = await serve(({ method, url: path, headers }, response) => {
      if (path !== "/done") return response.writeHead(303, { location: "/done" }).end();
      return response.end([method, headers["content-type"], headers["content-length"], headers.accept].join());
    });
    const headers = { "Content-Type": "text/plain", accept: "text/plain" };
    const posted = { url, method: "POST", body: "x", headers, redirects: 3 };
    expect(await inside.fetch({ ...posted, followsSeeOther: true })).toMatchObject({ text: "GET,,,text/plain" });
    expect(await inside.fetch(posted)).toMatchObject({ status: 303 });
    const moved = await to308();
    expect(await inside.fetch({ ...posted, url: moved, followsSeeOther: true })).toMatchObject({ status: 308 });
  });
  const to308 = () => serve((_, response) => response.writeHead(308, { location: "/elsewhere" }).end());
});

describe("cookies of one check", () => {
  test("for TLS alone are neither sent nor set nor replaced in the clear", () => {
    const kept: CookieJar = new Map();
    const [safe, clear] = [new URL("https://shop.example/"), new URL("http://shop.example/")];
    const set = (url: URL, line: string) => storeResponseCookies(kept, url, new Headers({ "set-cookie": line }), 0);
    set(safe, "a=1; Secure");
    set(clear, "a=2");
    set(clear, "b=3; Secure");
    expect(withRequestCookies({}, kept, safe)).toEqual({ cookie: "a=1" });
    expect(withRequestCookies({}, kept, clear)).toEqual({});
  });

  const setting = (...lines: string[]) =>
    serve(({ url, headers }, response) => {
      if (url === "/seen") return response.end(headers.cookie ?? "none");
      return response.writeHead(302, { location: "/seen", "set-cookie": lines }).end();
    });
  const seen = async (url: string, headers = {}) => {
    const found = await inside.fetch({ url, redirects: 3, headers });
    return found.ok && found.text;
  };

  test("go along to the host that set them, as it set them", async () => {
    expect(await seen(await setting("TestCookie=1; path=/", "other=a%20b; HttpOnly"))).toBe(
      "TestCookie=1; other=a%20b",
    );
    expect(await seen(await setting("a=1; Max-Age=0", "b=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"))).toBe("none");
    expect(await seen(await setting("a=1; Secure"))).toBe("none");
    expect(await seen(await setting("=", ";", "a", "__proto__=1", "b=2"))).toBe("b=2");
  });

  test("come after those that were written by hand", async () => {
    expect(await seen(await setting("a=theirs", "b=2"), { Cookie: "a=ours" })).toBe("a=ours; b=2");
  });

  test("go to no other host, and not beyond what a check may send", async () => {
    const other = (await setting()).replace("127.0.0.1", "localhost");
    const cookies: CookieJar = new Map();
    const url = await serve((_, response) => {
      response.writeHead(302, { location: `${other}/seen`, "set-cookie": "a=1" }).end();
    });
    expect(await make().fetch({ url, redirects: 3, cookies })).toMatchObject({ text: "none" });
    expect([...(cookies.get("127.0.0.1") ?? [])].map(([name]) => name)).toEqual(["a"]);
    const many = Array.from({ length: 200 }, (_, at) => `c${at}=${"x".repeat(30)}`);
    const sent = await seen(await setting(...many));
    expect((sent || "").split("; ").length).toBe(50);
    expect(await seen(await setting(`a=${"x".repeat(7000)}`, `b=${"x".repeat(7000)}`))).toHaveLength(7002);
  });
});
