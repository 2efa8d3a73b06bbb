import { beforeAll, expect, test } from "vitest";
import { RetryMailError, receiveMail } from "~/alerts/api/mail";
import { faulty } from "../../../tests/support/faults";
import { heartbeatRows } from "../../../tests/support/heartbeats";
import { deploymentOfFile } from "../../../tests/support/of-file";
import {
  aHeartbeat,
  aPage,
  arrange,
  type HeartbeatValues,
  type TestHeartbeat,
  type TestPage,
} from "../../../tests/support/scenario";

const deployment = deploymentOfFile();

let page: TestPage;
beforeAll(async () => {
  page = await arrange(deployment, aPage());
});

const make = (values: HeartbeatValues = {}) => arrange(deployment, aHeartbeat(page, values));

interface Written {
  subject?: string;
  body?: string;
  above?: string[];
  to?: string;
}

/** Sends an email and returns its result: accepted, or refused with a text. */
async function arrive(heartbeat: TestHeartbeat, given: Written = {}, ctx = deployment.ctx()) {
  const { subject = "Backup", body = "all well", above = [], to = `${heartbeat.uuid}@in.example.com` } = given;
  const head = [...above, "From: db-1@example.com", `Subject: ${subject}`, "Message-ID: <1@example.com>"];
  let refused: string | null = null;
  await receiveMail(
    {
      from: "db-1@example.com",
      to,
      headers: new Headers({ "message-id": "<1@example.com>" }),
      raw: new Blob([[...head, "", body].join("\r\n")]).stream(),
      setReject: (reason: string) => {
        refused = reason;
      },
    },
    ctx,
  );
  await deployment.settled();
  return refused;
}

const rowsOf = ({ id }: TestHeartbeat) => heartbeatRows(deployment.ctx(), id);

test("an email to its uuid is a success, kept with its subject and text; letter case of the address is nothing", async () => {
  const heartbeat = await make({ postOnly: true });
  expect(await arrive(heartbeat, { to: `${heartbeat.uuid.toUpperCase()}@IN.example.com` })).toBeNull();
  const { row, bodies } = await rowsOf(heartbeat);
  expect(row).toMatchObject({ state: "up", lastResult: "success" });
  expect(row.pings).toMatchObject([{ kind: "success", method: "MAIL", from: "db-1@example.com" }]);
  expect(bodies).toMatchObject([{ body: "Subject: Backup\n\nall well" }]);
});

const parts = 'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"';
const placeholder = [
  ["plain", "Your program shows no HTML."],
  ["html", "<p>Backup done?</p><p><b>FAILED</b></p>"],
]
  .map(([type, text]) => `--b\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${text}\r\n`)
  .concat("--b--\r\n")
  .join("");

const cronHead =
  "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=ANSI_X3.4-1968\r\nContent-Transfer-Encoding: 8bit";

test.each<[string, Written, HeartbeatValues, string]>([
  ["a failure's word in the subject", { subject: "Backup FAILED" }, {}, "fail"],
  ["a success's word in the text", { body: "done." }, {}, "success"],
  ["encoded words are read", { subject: "=?utf-8?Q?=46AILED?=" }, {}, "fail"],
  ["a failure's word that only the HTML says", { above: [parts], body: placeholder }, {}, "fail"],
  [
    "a failure's word as cron names its letters",
    { above: [cronHead], body: "done: échec" },
    { failWords: ["échec"] },
    "fail",
  ],
  ["none of them", { subject: "Out of office" }, {}, "ignored"],
  ["only in the subject", { body: "FAILED", subject: "done" }, { wordsIn: "subject" }, "success"],
  ["only in the body", { subject: "FAILED", body: "done" }, { wordsIn: "body" }, "success"],
])("%s", async (_, given, values, kind) => {
  const words = { failWords: ["FAILED"], successWords: ["done"], ...values };
  const heartbeat = await make(words);
  expect(await arrive(heartbeat, given)).toBeNull();
  const { row } = await rowsOf(heartbeat);
  expect(row.pings).toMatchObject([{ kind }]);
  expect(row.state).toBe({ fail: "down", success: "up", ignored: "new" }[kind]);
});

test("an automatic answer is no ping, and an address that nobody has is refused", async () => {
  const heartbeat = await make();
  expect(await arrive(heartbeat, { above: ["Auto-Submitted: auto-replied"] })).toBeNull();
  expect((await rowsOf(heartbeat)).row.pingCount).toBe(0);
  const to = "00000000-0000-4000-8000-00000000000f@in.example.com";
  expect(await arrive(heartbeat, { to })).toBe("There is no such address here.");
});

test("while the database is away its sender tries again", async () => {
  const heartbeat = await make();
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const ctx = deployment.ctx(undefined, { database, deadline: 50 });
  await expect(arrive(heartbeat, {}, ctx)).rejects.toThrow(RetryMailError);
  expect((await rowsOf(heartbeat)).row.pingCount).toBe(0);
});
