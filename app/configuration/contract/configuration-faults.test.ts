import fc from "fast-check";
import { expect, test } from "vitest";
import { errorsOfFile, readFile } from "../../../tests/support/configuration";

/** A variable as a file writes it. */
const variable = (name: string) => `$\{${name}}`;

/** A page with these lines below it. */
const page = (...lines: string[]) => ["name: a", "pages:", "  main:", ...lines.map((line) => `    ${line}`)].join("\n");

const faults: [what: string, text: string, errors: (string | RegExp)[]][] = [
  ["nothing", "", [/^1:1 The file has no “name”/, "1:1 The file has no “pages”."]],
  ["a text", "hello", [/^1:1 A file has fields, and this is “hello”/, /name/, /pages/]],
  ["no YAML", "name: [a\npages: {}", [/^2:\d+ This is not YAML: /]],
  ["a tab that indents", "name: a\npages:\n\tmain: {}", [/^3:1 This is not YAML: .*[Tt]ab/]],
  [
    "an unquoted variable in braces",
    page("monitors:", `  a: { kind: http, name: ${variable("NAME")} }`),
    [/^5:\d+ This is not YAML: .* Within { } and \[ \] a value with a variable needs quotes\.$/],
  ],
  ["two documents", "name: a\npages: {}\n---\nname: b\n", [/^3:1 A file has one document/]],
  [
    "a key twice",
    page("name: A", "language: en", "name: B"),
    ["6:5 “name” stands here twice: it is already in line 4, column 5."],
  ],
  [
    "a thing twice",
    page("groups:", "  a: {}", "  a: {}"),
    ["6:7 “a” stands here twice: it is already in line 5, column 7."],
  ],
  ["an unknown noun", page("monitor: {}"), ["4:5 There is no “monitor” in a page. Did you mean “monitors”?"]],
  [
    "an unknown field",
    page("monitors:", "  a: { kind: http, intervall: 5 }"),
    ["5:24 There is no “intervall” in a monitor. Did you mean “interval”?"],
  ],
  [
    "an unknown name at the top",
    "name: a\npage: {}\n",
    [/^1:1 The file has no “pages”/, "2:1 There is no “page” in a file. Did you mean “pages”?"],
  ],
  [
    "an unknown kind",
    page("monitors:", "  a: { kind: htp }"),
    ["5:18 There is no kind of monitor called “htp”. Did you mean “http”?"],
  ],
  ["no kind", page("monitors:", "  a: { name: A }"), [/^5:10 A monitor has a “kind”, such as /]],
  [
    "an unknown setting",
    page("monitors:", "  a: { kind: http, settings: { ulr: x } }"),
    ["5:36 There is no “ulr” in the settings of HTTP(S). Did you mean “url”?"],
  ],
  [
    "a choice that is none",
    page("components:", "  a: { kept_by: watchd }"),
    ["5:21 “kept_by”: Choose one of these: watched and manual. Did you mean “watched”?"],
  ],
  [
    "a setting that is no choice",
    page("monitors:", "  a: { kind: http, settings: { method: GTE } }"),
    [/^5:44 “settings\.method”: .* Did you mean “GET”\?$/],
  ],
  [
    "a setting that is wrong",
    page("monitors:", "  a: { kind: http, settings: { url: nowhere } }"),
    [/^5:41 “settings\.url”: /],
  ],
  [
    "a number that is out of bounds",
    page("monitors:", "  a: { kind: http, retries: 9 }"),
    ["5:33 “retries”: Enter 2 or less."],
  ],
  [
    "a text for a number",
    page("monitors:", "  a: { kind: http, retries: many }"),
    ["5:33 “retries”: Enter a whole number."],
  ],
  [
    "a text for a flag",
    page("components:", "  a: { showcase: yes }"),
    ["5:22 “showcase” takes true or false, and this is “yes”."],
  ],
  [
    "one value for a list",
    page("monitors:", "  a: { kind: http, tags: db }"),
    ["5:30 “tags” takes a list, such as [one, two], and this is “db”."],
  ],
  [
    "a status that is none",
    page("heartbeats:", "  a: { components: { api: broken } }"),
    [/^5:31 “components\.api”: Choose one of these/],
  ],
  [
    "a status set by hand",
    page("components:", "  a: { status: major_outage }"),
    ["5:12 “status” is not in a file. Statuses are set by people and by what watches a component."],
  ],
  [
    "a slug within a page",
    page("subdomain: x"),
    ["4:5 “subdomain” is not in a file. The key of the page is its address."],
  ],
  ["a key of other letters", page("groups:", "  a b: {}"), [/^5:7 “a b” is no key\./]],
  [
    "a reference to another noun",
    page("components:", "  a: { group: component/x }"),
    ["5:19 “group” names something of groups."],
  ],
  ["a page without an address", "name: a\npages: { Main: {} }", [/^2:10 “Main” is no address of a page\./]],
  [
    "a secret where none is",
    page("monitors:", "  a: { kind: http, settings: { url: { secret: x } } }"),
    ["5:41 “url” is not secret: write its value."],
  ],
  [
    "a secret of another form",
    page("channels:", "  a: { kind: slack, settings: { url: { name: x } } }"),
    ["5:42 “url” is a text, or { secret: name }."],
  ],
  [
    "a list of things",
    page("groups: [a]"),
    ["4:13 “groups” has fields, and this is a list. Give each group a key of its own, such as one: { name: … }."],
  ],
  ["a schedule of another kind", page("heartbeats:", "  a: { schedule: { kind: daily } }"), [/^5:\d+ “schedule/]],
  ["an unknown part of a match", page("rules:", "  a: { match: { label: x } }"), [/^5:28 “match\.label”: /]],
  [
    "a variable that is none",
    page(`page_description: "${variable("a b")}"`, `footer: "${variable("A").slice(0, -1)}"`),
    [/^4:24 “\$\{a b\}” is not a variable/, /^5:14 The variable after “\$\{” has no “\}”/],
  ],
  [
    "a setting beside its settings",
    page("monitors:", "  a: { kind: http, url: https://example.com }"),
    ["5:24 “url” is a setting of HTTP(S): write it below settings."],
  ],
  [
    "a time with its unit",
    page("monitors:", "  a: { kind: http, interval: 5m }"),
    ["5:34 “interval”: Enter a whole number. In minutes."],
  ],
  [
    "a schedule as a text",
    page("heartbeats:", '  a: { schedule: "30 3 * * *" }'),
    ["5:22 “schedule” takes fields, such as { kind: simple, period: 3600 }, and this is “30 3 * * *”."],
  ],
  ["a kind that nothing is like", page("channels:", "  a: { kind: email }"), [/called “email”\. There are: discord, /]],
  ["a place of a component", page("components:", "  a: { position: 1 }"), [/Write order: file on the page/]],
  [
    "a mailer of a page",
    page("mailers: {}"),
    ["4:5 “mailers” is not in a file. Mailers are the deployment’s: they stand at the top of the file, beside pages."],
  ],
  [
    "a component of the deployment",
    "name: a\npages: {}\ncomponents: {}\n",
    [/^3:1 There is no “components” in a file\./],
  ],
  ["an order that is none", page("order: [api]"), ["4:12 “order” takes one value, and this is a list."]],
  ["another order", page("order: files"), ["4:12 “order”: Choose one of these: file. Did you mean “file”?"]],
  ["a key that objects have", page("groups:", "  __proto__: {}"), [/^5:7 “__proto__” is no key\./]],
  ["a field that objects have", page("__proto__: {}"), ["4:5 There is no “__proto__” in a page."]],
  [
    "a setting that objects have",
    page("monitors:", "  a: { kind: http, settings: { __proto__: x, constructor: y } }"),
    [/^5:36 There is no “__proto__” in the settings/, /^5:50 There is no “constructor” in the settings/],
  ],
  [
    "a component that objects have",
    page("monitors:", "  a: { kind: http, components: { __proto__: major_outage } }"),
    [/^5:36 “__proto__” is no key\./],
  ],
  ["an alias of nothing", page("name: *x"), [/^4:11 .*x/]],
  ["an alias that contains itself", page("groups: &g", "  a: *g"), ["5:10 The alias *g contains itself."]],
];

test.each(faults)("%s is refused with its place", (_, text, errors) => {
  const found = errorsOfFile(text);
  expect(found).toHaveLength(errors.length);
  for (const [index, error] of errors.entries()) {
    if (typeof error === "string") expect(found[index]).toBe(error);
    else expect(found[index]).toMatch(error);
  }
});

const bomb = [
  "x-a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((name, index) => {
    const last = "abcdefgh"[index];
    return `x-${name}: &${name} [${Array.from({ length: 9 }, () => `*${last}`).join(",")}]`;
  }),
].join("\n");

const heavy: [what: string, text: string][] = [
  ["aliases that explode", bomb],
  ["5 MB", `name: a\n# ${"x".repeat(5 * 1024 * 1024)}`],
  ["brackets without end", `name: ${"[".repeat(100_000)}`],
  ["dashes without end", `name: ${"- ".repeat(100_000)}`],
  ["question marks without end", `${"? ".repeat(100_000)}`],
  ["indents without end", Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
];

test.each(heavy)("%s are refused soon", (_, text) => {
  const began = performance.now();
  expect(errorsOfFile(text).length).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(3000);
});

test("any text is read or refused, and never throws", () => {
  const pieces = fc.constantFrom(
    ..."name pages main groups a : - [ ] { } & * ! | > # ? , \" ' \n \t --- << CURLY } $$ % @ 1 true null"
      .replace("CURLY", variable(""))
      .split(" "),
    "\n",
    "  ",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const { document, errors } = readFile(parts.join(""));
      expect(document === null).toBe(errors.length > 0);
    }),
    { numRuns: 2000 },
  );
});
