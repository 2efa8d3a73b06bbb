import { describe, expect, test } from "vitest";
import type { Outbound } from "~/platform/outbound";
import { look } from "../../../../tests/support/monitor-peers";
import { feedStatusPageFormat } from "./formats/feed";

const now = Date.parse("2026-11-27T08:00:00Z");
const channel = (inner: string) => `<rss version="2.0"><channel>${inner}</channel></rss>`;
const titled = (title: string) => channel(`<title>${title}</title>`);
const told = (description: string) =>
  channel(`<title>Acme</title><item><title>Slow</title><description>${description}</description></item>`);

describe("feeds as they are out there", () => {
  test.each([
    ["a mark of its bytes", `\uFEFF<?xml version="1.0"?>${titled("Acme")}`, "Acme"],
    ["white space before it", `\n  <?xml version="1.0"?>\n${titled("Acme")}`, "Acme"],
    ["another encoding in its head", `<?xml version="1.0" encoding="UTF-16"?>${titled("Acmé")}`, "Acmé"],
    ["names of HTML", titled("Acme&nbsp;Caf&eacute; &bogus;"), "Acme\u00A0Café &bogus;"],
    ["an ampersand of its own", titled("R&D at AT&T & others"), "R&D at AT&T & others"],
    ["numbers for characters", titled("&#128512; &#x1F600; &#8217;"), "😀 😀 ’"],
    ["text that is no markup", titled("<![CDATA[A <b>&amp;</b>]]>"), "A <b>&amp;</b>"],
    ["namespaces that nobody declared", channel("<a:b c:d='e'>x</a:b><title>Acme</title>"), "Acme"],
    ["a document type of another", `<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "rss.dtd">${titled("Acme")}`, "Acme"],
    ["names that objects have", channel("<__proto__ __proto__='x'/><constructor/><title>Acme</title>"), "Acme"],
  ])("%s: it is read", (_, text, name) => {
    expect(feedStatusPageFormat.read(text, now)).toMatchObject({ name, whole: "operational" });
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  test("what HTML says is told apart from what only looks like it", () => {
    const page = feedStatusPageFormat.read(told("<![CDATA[<p>1 < 2 in <b>Frankfurt</b></p>]]>"), now);
    expect(page?.components[0]?.text).toBe("slow\n 1 < 2 in frankfurt ");
  });
});

const half = 512 * 1024;
const filled = (text: string) => text.repeat(Math.floor(half / text.length));
const billion = ["b", "c", "d", "e"].map((name, n) => `<!ENTITY ${name} "${`&${"abcd"[n]};`.repeat(100)}">`).join("");

describe("feeds that mean harm", () => {
  const refused: [what: string, text: string][] = [
    ["names that multiply", `<!DOCTYPE a [<!ENTITY a "ha">${billion}]>${titled("&e;")}`],
    ["one name of its own", `<!DOCTYPE a [<!ENTITY a "ha">]>${titled("&a;")}`],
    ["a file of the server's", `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>${titled("&a;")}`],
    ["elements within elements", channel(filled("<a>"))],
    ["the same, all of them closed", titled(`</title>${"<a>".repeat(60_000)}${"</a>".repeat(60_000)}<title>`)],
    ["elements beside elements", channel(`<title>Acme</title>${filled("<a/>")}`)],
    ["beginnings without an end", filled("<")],
    ["quotes without an end", `<a ${filled("'")}`],
    ["a tag without an end", `<${filled("a")}`],
    ["declarations without an end", `<!DOCTYPE a [${filled("]")}`],
    ["what is no feed", Array.from({ length: half }, (_, n) => String.fromCharCode(32 + ((n * n) % 90))).join("")],
    ["half of a feed", told("").slice(0, -20)],
    ["two feeds", titled("Acme") + titled("Acme")],
    ["a feed and more", `${titled("Acme")}.`],
    ["ends in another order", "<rss><channel><title>Acme</channel></title></rss>"],
    ["an attribute without quotes", "<rss version=2><channel><title>Acme</title></channel></rss>"],
  ];
  const read: [what: string, text: string][] = [
    ["ends of lines", titled(filled("\r\n"))],
    ["ampersands", titled(filled("&"))],
    ["names that nobody knows", titled(filled("&a;"))],
    ["one name without an end", titled(`&${filled("a")}`)],
    ["sections", titled(filled("<![CDATA[]]>"))],
    ["comments", titled(filled("<!---->"))],
    ["tags without an end within a text", told(`<![CDATA[${filled("<")}]]>`)],
    ["words in bold that never end", told(`<![CDATA[${filled("<b>    ")}]]>`)],
    ["white space", told(`<![CDATA[<b>${filled(" ")}x]]>`)],
  ];

  /** Measures CPU time in ms, so that other load on the machine does not count. */
  function cost(text: string) {
    const before = process.threadCpuUsage();
    const page = feedStatusPageFormat.read(text, now);
    const { user, system } = process.threadCpuUsage(before);
    return { page, milliseconds: (user + system) / 1000 };
  }

  test.each(refused)("%s: refused, and soon", (_, text) => {
    const { page, milliseconds } = cost(text);
    expect(page).toBeNull();
    expect(milliseconds).toBeLessThan(1500);
  });

  test.each(read)("half a megabyte of %s: read in time that grows with it alone", (_, text) => {
    const { page, milliseconds } = cost(text);
    expect(page).not.toBeNull();
    expect(milliseconds).toBeLessThan(1500);
  });

  test("nothing is known then, and nobody is told that all is well", async () => {
    const outbound: Outbound = {
      fetch: async () => ({
        ok: true,
        status: 200,
        headers: new Headers(),
        text: filled("<a>"),
        truncated: false,
        milliseconds: 5,
      }),
      connect: () => expect.unreachable(),
      upgrade: () => expect.unreachable(),
    };
    const found = await look("vendor", { url: "https://status.example.com/feed", format: "feed" }, { outbound });
    expect(found).toMatchObject({ verdict: "unknown", code: "not_a_status_page" });
  });
});
