import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "./lines";
import { maxBackupLineBytes } from "./rules/backup";

async function* from(parts: string[]) {
  yield* parts;
}

async function read(parts: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of splitLines(from(parts))) lines.push(...some);
  return lines;
}

test("wherever a text is cut into parts, its lines are the same", async () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "\n", "ä", "𝄞"), maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { maxLength: 8 }), async (parts) => {
      const whole = parts.join("").split("\n");
      if (whole.at(-1) === "") whole.pop();
      expect(await read(parts)).toEqual(whole);
    }),
  );
});

test("a line that does not end is handed on at the bound, not gathered for ever", async () => {
  let asked = 0;
  const endless = async function* () {
    for (;;) {
      asked += 1;
      yield "x".repeat(100_000);
    }
  };
  for await (const [line = ""] of splitLines(endless())) {
    expect(line.length).toBeGreaterThan(maxBackupLineBytes);
    break;
  }
  expect(asked).toBe(maxBackupLineBytes / 100_000 + 1);
});
