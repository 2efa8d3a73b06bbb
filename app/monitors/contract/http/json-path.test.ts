import fc from "fast-check";
import { type JsonValue, query } from "jsonpath-rfc9535";
import parse from "jsonpath-rfc9535/parser";
import { describe, expect, test } from "vitest";
import type { Refusal } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { cpuClock } from "../../../../tests/support/cpu-work";
import { sized } from "../../../../tests/support/sizes";
import { makeJsonQueryStepBudget } from "./json-compare";
import { jsonMismatchRefusal, jsonPathRefusal, jsonValueAt, maxJsonPathChars } from "./json-path";
import { queryJson } from "./json-query";
import { headerMismatchRefusal } from "./status-ranges";

const size = 250 * 1024;
const nested = (depth: number, inner: string) => "[".repeat(depth) + inner + "]".repeat(depth);
const many = (one: string, bytes: number) =>
  Array(Math.floor(bytes / (one.length + 1)))
    .fill(one)
    .join(",");
const letters = "x".repeat(size / 3);

/** Answers of 250 KB, each the worst case for some path. */
const bodies = {
  flat: `[${many("1", size)}]`,
  objects: `[${many('{"a":1,"b":2}', size)}]`,
  twins: `{"a":[${many("1", size / 2)}],"b":[${many("1", size / 2)}]}`,
  texts: `{"a":"${letters}","b":"${letters}","c":[${many("1", size / 3)}]}`,
  members: `{${Array.from({ length: 18_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  within: nested(3000, many("1", size - 6000)),
  around: nested(3000, `"${"x".repeat(size - 6000)}"`),
  chain: `${'{"a":'.repeat(3000)}"${letters}"${"}".repeat(3000)}`,
};

const often = (one: string, joined: string) =>
  Array(Math.floor((maxJsonPathChars - 6) / (one.length + 2)))
    .fill(one)
    .join(joined);

const hostile = [
  "$..*",
  "$..[?@ == @]",
  "$..[?@ == $]",
  "$..[?$.a == $.b]",
  "$..[?$.a < $.b]",
  "$.c[?$.a >= $.b]",
  "$..[?length($) > 1]",
  "$..[?length($.a) > 1]",
  "$..[?value(@) == value($)]",
  "$..[?count($) == length(@)]",
  `$..[?${often("@.a", "||")}]`,
  `$..[?${often("!$.b", "&&")}]`,
  `$..[?${often("$==@", "||")}]`,
  `$..[?${often("@<@", "||")}]`,
  `$${".*".repeat(90)}`,
  "$..[::-1]",
];

/** Returns the ms of this process. Slow work is repeated, twice at most: others use the machine. */
function leastWork(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= 500; tries++) {
    const worked = cpuClock();
    work();
    least = Math.min(least, worked());
  }
  return least;
}

/** Expected values; the deepest one is the most expensive to compare. */
const compared = [undefined, ...sized([], ["no", "[[1]]"]), nested(200, "1")];

const takesTooLong = /takes too long: use a direct path/;

const readOf = (trouble: Refusal | null) => (trouble === null ? null : refusalText(trouble, "en"));

describe("the steps of a path", () => {
  test.each(hostile)("%s is taken, and ends on every answer", (path) => {
    expect(jsonPathRefusal(path)).toBeNull();
    for (const [name, body] of Object.entries(bodies)) {
      for (const expected of compared) {
        let said: string | null = null;
        const worked = leastWork(() => {
          said = jsonMismatchRefusal(body, path, expected);
        });
        expect(worked, `${name} ${expected}`).toBeLessThan(500);
        // A path that finds nothing, or not in time, never reads the expected value: further values would repeat the
        // same work.
        if (expected === undefined && said !== null) break;
      }
    }
  });

  test.each([
    ["$..[?$.a == $.b]", "twins"],
    ["$..[?length($) > 1]", "members"],
    ["$.c[?$.a < $.b]", "texts"],
    ["$..[?@ == $]", "within"],
  ] as const)("%s on %s is said to take too long", (path, name) => {
    expect(jsonMismatchRefusal(bodies[name], path, undefined)).toMatch(takesTooLong);
  });

  test("what is found is compared without writing each list within the other again", () => {
    for (const expected of ["no", nested(200, "1")]) {
      expect(readOf(jsonMismatchRefusal(bodies.around, "$..*", expected))).toMatch(
        /^The JSON at \$\.\.\* is “\[\[|takes too long/,
      );
    }
  });

  /** Returns the number of steps that a path takes. */
  function stepsOf(body: string, path: string, expected?: string): number {
    let steps = 0;
    const count = {
      take(each: number) {
        steps += each;
      },
    };
    jsonMismatchRefusal(body, path, expected, count);
    return steps;
  }

  function placesOf(body: string): number {
    let places = 0;
    JSON.parse(body, (_, value) => {
      places++;
      return value;
    });
    return places;
  }

  const scalars = `[${many('{"a":{"a":1},"b":"text"}', size)}]`;
  const deep = `${'{"a":'.repeat(1200)}{"b":[${many("1", size / 2)}]}${"}".repeat(1200)}`;

  test.each([
    ["$..a", scalars],
    ["$..a", deep],
    ["$..*", deep],
    ["$.*", scalars],
  ])("%s looks at each place twice, and compares once what it found", (path, body) => {
    const steps = stepsOf(body, path);
    expect(steps).toBeLessThanOrEqual(2 * placesOf(body) + 2);
    const found = queryJson(JSON.parse(body), parse(path), makeJsonQueryStepBudget()).length;
    for (const expected of ["no", "1", '"text"', "true"])
      expect(stepsOf(body, path, expected) - steps, expected).toBeLessThanOrEqual(found);
  });

  test("comparing counts letters: a text of 80 KB is not one step", () => {
    const long = JSON.stringify({ a: [letters], b: [letters] });
    expect(stepsOf(long, "$.a", JSON.stringify([letters]))).toBeGreaterThan(letters.length / 100);
  });

  test.each([
    ["$..none", "flat", "The JSON has nothing at $..none."],
    ["$..*", "flat", null],
    ["$[?@ == 2]", "flat", "The JSON has nothing at $[?@ == 2]."],
    ["$..[?@.b == 2].a", "objects", null],
    ["$..[?@.a == 1 && @.b == 2].a", "objects", null],
    ["$.k17999", "members", null],
    ["$..k17999", "members", null],
  ] as const)("%s on %s has steps enough", (path, name, said) => {
    expect(readOf(jsonMismatchRefusal(bodies[name], path, undefined))).toBe(said);
  });
});

describe("what is expected", () => {
  test.each([
    ['{"a":[]}', "[]", true],
    ['{"a":{}}', "{}", true],
    ['{"a":[1,{"b":null}]}', '[1,{"b":null}]', true],
    ['{"a":[1,2]}', "[1]", false],
    ['{"a":[1]}', "1", false],
    ['{"a":"[]"}', "[]", true],
    ['{"a":"null"}', "null", true],
    ['{"a":null}', "null", true],
    ['{"a":1.0}', "1", true],
    ['{"a":[1]}', "[1", false],
  ])("%s at $.a is %s: %s", (body, expected, well) => {
    expect(jsonMismatchRefusal(body, "$.a", expected) === null).toBe(well);
  });

  test("a path that is stored and not taken is said to be so, and nothing breaks", () => {
    expect(jsonMismatchRefusal("{}", "$..a..b", undefined)).toMatch(/^pattern_unsupported/);
    expect(jsonMismatchRefusal("{}", "$[?match(@.a, 'b')]", undefined)).toMatch(/^pattern_unsupported/);
    expect(jsonMismatchRefusal("{}", "no path", undefined)).toMatch(/RFC 9535/);
  });
});

const paths = [
  "$",
  "$.a",
  "$['b']",
  "$[0]",
  "$[-1]",
  "$[9]",
  "$[-9]",
  "$.*",
  "$[*]",
  "$..*",
  "$..a",
  "$..[0]",
  "$.a.b[1]",
  "$.a[*].b",
  "$[1:]",
  "$[:1]",
  "$[::2]",
  "$[::-1]",
  "$[-2:]",
  "$[3:0:-2]",
  "$[1:3]",
  "$[0:2:0]",
  "$[-9:9]",
  "$[9:-9:-1]",
  "$[?@.a]",
  "$[?!@.a]",
  "$..[?@.a == 1]",
  "$[?@.a != 1]",
  "$[?@ < 2]",
  "$[?@ <= 'b']",
  "$[?@ > 'a']",
  "$[?@ >= 1]",
  "$[?@.a == @.b]",
  "$[?@ == $.a]",
  "$[?@.none == $.none]",
  "$..[?@ == null]",
  "$[?@.a == true || @.b]",
  "$[?(@.a && @.b)]",
  "$[?length(@) == 1]",
  "$[?count(@.a) == 1]",
  "$[?value(@.a) == 1]",
  "$[?$.a]",
];

/** Cases that the library gets wrong: comparing with an index finds nothing, and a surrogate pair has no length. */
test.each<[string, JsonValue, JsonValue[]]>([
  ["$[?@ == $[1]]", [1, 2, 2], [2, 2]],
  ["$[?@ != $[-1]]", [1, 2, 2], [1]],
  ["$[?@['a'][0] == 1]", [{ a: [1] }, { a: [2] }, { a: 1 }, [1]], [{ a: [1] }]],
  ["$[?@['a'][1] == 1].a[0]", [{ a: [0, 1] }, { a: [1, 0] }], [0]],
  [
    "$[?@ == $['a']]",
    { a: [1, 2], b: [1], c: [1, 2] },
    [
      [1, 2],
      [1, 2],
    ],
  ],
  ["$[?length(@) == 2]", ["\u{1f600}a", "abc", [1, 2], { a: 1, b: 2 }, 2], ["\u{1f600}a", [1, 2], { a: 1, b: 2 }]],
])("%s finds what RFC 9535 says", (path, json, found) => {
  expect(queryJson(json, parse(path), makeJsonQueryStepBudget())).toEqual(found);
});

const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, "", "a", "b", "ab"),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("json"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).json;

const inOrder = (values: readonly JsonValue[]) => values.map((each) => JSON.stringify(each)).sort();

test.each(paths)("%s finds what the library finds", (path) => {
  fc.assert(
    fc.property(anyJson, (json) => {
      expect(inOrder(queryJson(json, parse(path), makeJsonQueryStepBudget()))).toEqual(inOrder(query(json, path)));
    }),
    { numRuns: 60 },
  );
});

test("what is a secret by its name is not quoted", () => {
  expect(readOf(jsonMismatchRefusal('{"token":"abc"}', "$.token", "x"))).toBe("The JSON at $.token is “••••”.");
  expect(readOf(headerMismatchRefusal("Set-Cookie: *secure*", new Headers({ "set-cookie": "id=abc" })))).toBe(
    "The header Set-Cookie is “••••”.",
  );
});

describe("several conditions of a filter", () => {
  const body = JSON.stringify([
    { a: 1, b: 1, c: 0, d: 1, name: "||" },
    { a: 1, b: 1, c: 1, d: 1, name: "all" },
  ]);

  test.each([
    ["$[?@.a==1 && @.b==1 && @.c==1].name", "all"],
    ["$[?@.a==1 && @.b==1 && @.c==1 && @.d==1].name", "all"],
    ["$[?@.c==1 && @.b==1 && @.name!='||'].name", "all"],
    ["$[?@.a==1 && (@.b==0 || @.c==1)].name", "all"],
    ["$[?@.c==1 || @.b==0 || @.a==0].name", "all"],
    ["$[?@.a==0 || @.b==1 && @.c==1].name", "all"],
  ])("%s holds where it says", (path, found) => {
    expect(jsonValueAt(body, path)).toEqual({ value: found });
  });

  test("three that are joined by “and”, with an “or” beside them, are refused: the parser mixes them up", () => {
    expect(jsonPathRefusal("$[?@.a==0 || @.a==1 && @.b==1 && @.c==1]")).not.toBeNull();
  });
});
