import { expect, test } from "vitest";
import { parseMail } from "./mail-text";

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

const textOf = async (mail: string) => (await parseMail(new TextEncoder().encode(mail)))?.text;

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

const single = (type: string | null, body: Uint8Array, coding = "8bit") => {
  const head = ["From: cron@example.com", "Subject: Backup", "MIME-Version: 1.0"];
  const lines = [...head, ...(type === null ? [] : [`Content-Type: ${type}`]), `Content-Transfer-Encoding: ${coding}`];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
};
const [utf8, latin] = [Buffer.from("Sauvegarde : échec – déjà"), Buffer.from("Sauvegarde : \xe9chec", "latin1")];
const base64 = (bytes: Buffer) => Buffer.from(bytes.toString("base64"));

test.each<[string, Uint8Array]>([
  ["UTF-8 under the name of ASCII, as some senders have it", single("text/plain; charset=us-ascii", utf8)],
  ["UTF-8 under the name that cron gives it", single('text/plain; charset="ANSI_X3.4-1968"', utf8)],
  ["UTF-8 under the name of Latin-1", single("text/plain; charset=iso-8859-1", utf8)],
  ["UTF-8 under a name that is not known", single("text/plain; charset=unknown-8bit", utf8)],
  ["UTF-8 under a wrong name, in base64", single("text/plain; charset=us-ascii", base64(utf8), "base64")],
  ["HTML in UTF-8 under a wrong name", single("text/html; charset=us-ascii", Buffer.from("<p>&mdash; échec</p>"))],
  ["UTF-8 without a name", single(null, utf8)],
  ["Latin-1 under its own name", single("text/plain; charset=iso-8859-1", latin)],
  ["Latin-1 under the name of ASCII", single("text/plain; charset=us-ascii", latin)],
  ["Latin-1 without a name", single("text/plain", latin)],
  ["Latin-1 without a type", single(null, latin)],
])("%s is read", async (_, bytes) => {
  expect((await parseMail(bytes))?.text).toContain("échec");
});

test("HTML may name its charset itself", async () => {
  const html = Buffer.concat([
    Buffer.from('<meta charset="windows-1251"><p>'),
    Buffer.from([0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0]),
  ]);
  expect((await parseMail(single("text/html", html)))?.text).toBe("Ошибка");
});
