import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMailLimits } from "~/deployment/machine";
import { mailLimitNames, shownMailLimits } from "~/plan/mail-limits";
import english from "../../app/deployment/desk/words/en.json";
import { openDeployment } from "../support/database";
import { failureOf, good, operator } from "../support/desk";
import { openSignedIn } from "../support/sign-in";

const machine = (answer: () => Promise<Response>) => ({ fetch: answer }) as unknown as Fetcher;

const text = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Cells of each row of the section, without script. */
const rowsOf = (page: string) => {
  const [section = ""] = /id="mail-limits".*?<\/table>/s.exec(page) ?? [];
  return [...section.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, each = ""]) => text(each)),
  );
};

test("System and docs/operations.md have the listener's own limits, and System how often each was reached", async () => {
  let answer = async () => Response.json({ client: 1200 });
  const deployment = await openDeployment({ MAIL_LIMITS: machine(() => answer()) });
  const browser = await openSignedIn(deployment);
  const system = async () => rowsOf(await (await browser.go("/manage/deployment")).text());
  const [heads, ...rows] = await system();
  expect(heads).toEqual(["Limit", "Maximum", "Reached"]);
  expect(rows.map(([name]) => name)).toEqual(mailLimitNames.map((name) => english.mail_limit[name]));
  expect(rows[0]).toEqual(["Connections per client", "20", "1,200"]);
  expect(rows.find(([name]) => name === "Email size")).toEqual(["Email size", "1 MB", "0"]);
  expect(rows.find(([name]) => name === "Connection duration")?.[1]).toBe("5 minutes");
  const documented = readFileSync("docs/operations.md", "utf8");
  expect(documented).toContain(rows.map(([name, most]) => `  | ${name} | ${most} |`).join("\n"));
  answer = () => Promise.reject(new Error("gone"));
  expect((await system()).slice(1).map(([, , reached]) => reached)).toEqual(mailLimitNames.map(() => "–"));
  delete deployment.bindings.MAIL_LIMITS;
  expect(await good(readMailLimits(deployment.ctx(operator)))).toEqual([]);
  expect((await failureOf(readMailLimits(deployment.ctx())))?.name).toBe("unauthenticated");
  await deployment.close();
});

test("what nobody counts has no count", () => {
  const silent = shownMailLimits({ silence: 3, all: 2 }).filter(({ reached }) => reached === null);
  expect(silent.map(({ name }) => name)).toEqual(["silence", "signatures"]);
});
