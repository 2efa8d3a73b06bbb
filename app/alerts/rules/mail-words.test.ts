import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuClock } from "../../../tests/support/cpu-work";
import { type MailStateWords, mailKeyAfterPrefix, mailSubjectWithoutPrefixes, parseMailSubject } from "./mail-words";

const words: MailStateWords = {
  firing: "problem, down, critical, warning, unknown, firing, alarm, failed, triggered",
  resolved: "resolved, recovery, recovered, ok, up, closed, cleared, is back",
};

const pairs = [
  [
    "** PROBLEM Service Alert: web-1/HTTP is CRITICAL **",
    "** RECOVERY Service Alert: web-1/HTTP is OK **",
    "service alert web 1 http is",
    "critical",
  ],
  ["[FIRING:2] DiskFull (db)", "[RESOLVED:1] DiskFull (db)", "diskfull db", null],
  ["DOWN alert: shop.example is DOWN", "UP alert: shop.example is UP", "alert shop example is", null],
  ["Backup of db-1 failed", "Re: Backup of db-1 recovered", "backup of db 1", null],
  ["Warning: load high on web-2", "Cleared: load high on web-2", "load high on web 2", "warning"],
  ["Server 12 down", "Server 12 is back", "server 12", null],
] as const;

test.each(pairs)("%s · %s", (firing, resolved, key, severity) => {
  expect(parseMailSubject(firing, words)).toEqual({ status: "firing", isGuess: false, severity, key });
  expect(parseMailSubject(resolved, words)).toMatchObject({ status: "resolved", isGuess: false, key });
});

test("the first word decides: what was down and is up again is up", () => {
  expect(parseMailSubject("UP: web-1 (was DOWN for 5 minutes)", words).status).toBe("resolved");
  expect(parseMailSubject("DOWN: web-1 (was UP for 5 days)", words).status).toBe("firing");
});

test.each([
  "Recovery failed: db",
  "Recovery has failed: db",
  "Not OK: disk",
  "Disk is not yet resolved",
  "web-1 isn't up",
  "Not resolved: web-1 was up for 5 days",
  "Recovery pending: db",
  "No problem is OK",
  "INC-7 has not been resolved",
  "db1 could not be recovered",
  "Ticket won’t be closed",
  "not (yet) resolved",
  "disk not OK",
  "db1 isn’t back up",
  "Not all services are up",
  "Will be resolved soon",
])("%s: what is denied has not recovered", (subject) => {
  expect(parseMailSubject(subject, words)).toMatchObject({ status: "firing", isGuess: false });
});

test.each([
  "Recovered: failed login",
  "RECOVERY Service Alert: not-found is OK",
  "OK: notification",
  "Backup OK 0 errors",
  "No, services are up",
  "[OK] not-found is up",
  "Resolved: not reachable",
])("%s: it has recovered", (subject) => {
  expect(parseMailSubject(subject, words).status).toBe("resolved");
});

test("a word is a whole one", () => {
  expect(parseMailSubject("Update of upstream token", words)).toMatchObject({ status: "firing", isGuess: true });
});

test("where the subject says nothing the text may; where nothing does it fires, and it is said that this is a guess", () => {
  expect(parseMailSubject("Monitor web-1", words, "State: OK").status).toBe("resolved");
  expect(parseMailSubject("Monitor web-1", words)).toMatchObject({
    status: "firing",
    isGuess: true,
    key: "monitor web 1",
  });
});

test("answers and forwards are the same mail", () => {
  for (const each of ["Re: x", "AW: Re: x", "Fwd: x", "x"]) expect(mailSubjectWithoutPrefixes(each)).toBe("x");
});

test.each([
  ["Incident ID:", ["Alert", "… \r\nIncident ID: 4711 \r\nmore"], "4711"],
  ["id=", ["[ID=ab-1] down", ""], "ab-1]"],
  ["Key:", ["nothing", "Key:\r\nnext line"], ""],
  ["", ["a", "b"], ""],
])("the key after %j", (mark, texts, key) => {
  expect(mailKeyAfterPrefix(mark, ...texts)).toBe(key);
});

test("whatever is written, it comes to an end", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (subject, firing, text) => {
      expect(["firing", "resolved"]).toContain(parseMailSubject(subject, { firing, resolved: firing }, text).status);
      expect(mailKeyAfterPrefix(firing, subject, text)).not.toMatch(/\s/);
    }),
  );
  expect(parseMailSubject("down ".repeat(50_000), words).key).toBe("");
});

test.each(["a", "ä", "1", "a:1", "a:", "re:"])("a subject of 60,000 letters (%s) is read at once", (piece) => {
  const worked = cpuClock();
  parseMailSubject(piece.repeat(60_000 / piece.length), words);
  expect(worked()).toBeLessThan(500);
});
