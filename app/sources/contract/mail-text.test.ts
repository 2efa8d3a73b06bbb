import { expect, test } from "vitest";
import { readMail } from "./mail-text";

const both = (plain: string, html: string) =>
  [
    "From: backup@example.com",
    "Subject: Backup",
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    plain,
    "--b",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--b--",
    "",
  ].join("\r\n");

const textOf = async (mail: string) => (await readMail(new TextEncoder().encode(mail)))?.text;

test.each([" ", "\r\n", "Your mail program shows no HTML.", "Backup report"])(
  "a plain part of %j hides nothing that the HTML says",
  async (plain) => {
    const html = "<h1>Backup report</h1><p>The nightly backup of db-1 has <b>FAILED</b></p><p>Disk full on /var</p>";
    expect(await textOf(both(plain, html))).toContain("FAILED");
  },
);

test("a plain part that says the same stands alone", async () => {
  const plain = "The nightly backup of db-1 is well.";
  expect(await textOf(both(plain, `<p>${plain}</p><p><a href="https://example.com/">Details</a></p>`))).toBe(plain);
  expect(await textOf(both(plain, ""))).toBe(plain);
});
