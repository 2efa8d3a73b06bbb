import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideRepositoryReading,
  maxBranchHeadTries,
  maxRepositoryReadingTries,
  maxRepositoryReadingWaitMs,
  type RepositoryReadingState,
  repositoryReadingStates,
  repositoryReadingWaitMs,
} from "./reading";

const [a, b] = ["a".repeat(40), "b".repeat(40)];
const dealt: RepositoryReadingState[] = ["applied", "unchanged", "pending"];

test.each([
  ["the pushed commit is the newest one", { commitSha: a, tries: 0 }, a, [], "read"],
  ["somebody asked for the newest one", { commitSha: "", tries: 0 }, b, [], "read"],
  ["the server shows another one, which may be late", { commitSha: b, tries: 0 }, a, [], "wait"],
  ["it was given time, and the newest one is unknown here", { commitSha: a, tries: maxBranchHeadTries }, b, [], "read"],
  [
    "it was given time, and the newest one was dealt with",
    { commitSha: a, tries: maxBranchHeadTries },
    b,
    [{ id: "1", commitSha: b, state: "applied" as const }],
    "overtaken",
  ],
  [
    "the newest one was read, and has failed",
    { commitSha: a, tries: maxBranchHeadTries },
    b,
    [{ id: "1", commitSha: b, state: "failed" as const }],
    "read",
  ],
] as const)("%s", (_, reading, head, others, place) => {
  expect(decideRepositoryReading({ id: "2", ...reading }, head, others)).toBe(place);
});

test("pushes in any order, each read with the server's newest commit, end with that one and only once", () => {
  const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(orders, fc.constantFrom(...dealt), (arrivals, state) => {
      const shas = ["0", "1", "2", "3"].map((each) => each.repeat(40).replaceAll("0", "c"));
      const head = shas[3] ?? "";
      const settled: { id: string; commitSha: string; state: RepositoryReadingState }[] = [];
      for (const [at, commit] of arrivals.entries()) {
        const id = String(at);
        const place = decideRepositoryReading(
          { id, commitSha: shas[commit] ?? "", tries: maxBranchHeadTries },
          head,
          settled,
        );
        expect(place).not.toBe("wait");
        if (place === "read") settled.push({ id, commitSha: head, state });
      }
      expect(new Set(settled.map(({ commitSha }) => commitSha))).toEqual(new Set([head]));
      expect(settled.length).toBeLessThanOrEqual(2);
    }),
  );
});

test("a wait grows, obeys the server, and never exceeds its bound", () => {
  const tries = fc.nat({ max: maxRepositoryReadingTries * 4 });
  const asked = fc.option(fc.integer({ min: -5, max: 1e9 }));
  fc.assert(
    fc.property(tries, asked, (count, retryAfter) => {
      const wait = repositoryReadingWaitMs(count, retryAfter);
      expect(wait).toBeGreaterThanOrEqual(repositoryReadingWaitMs(0, null));
      expect(wait).toBeLessThanOrEqual(maxRepositoryReadingWaitMs);
      expect(wait).toBeGreaterThanOrEqual(Math.min(maxRepositoryReadingWaitMs, (retryAfter ?? 0) * 1000));
    }),
  );
  expect(repositoryReadingStates.length).toBe(7);
});
