import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingFields } from "~/change/adapter-settings/settings";
import { isDirect } from "~/monitors/contract/http/json-path";
import { monitorKinds } from "~/monitors/kinds/known-kinds";

/** What the agent's one file says that it knows, by kind. */
const known = new Map(
  [...readFileSync("scripts/agent.mjs", "utf8").matchAll(/^ {2}(\w+): \{\s*check: \w+,\s*knows:\s*"([^"]*)"/gm)].map(
    ([, kind = "", names = ""]) => [kind, names.split(" ")],
  ),
);

const isSaid = (value: string) => !["", "no", "none"].includes(value);

test("an agent knows every setting that a monitor has without being told", () => {
  expect([...known.keys()]).toEqual(expect.arrayContaining(["http", "tcp", "tls", "dns"]));
  for (const kind of monitorKinds.filter(({ from }) => from === "either")) {
    const preset = settingFields(kind).filter(({ preset = "" }) => isSaid(preset));
    expect(known.get(kind.kind), kind.kind).toEqual(expect.arrayContaining(preset.map(({ name }) => name)));
  }
});

test("a JSON path that may be saved for an agent is one that it follows", () => {
  const [, follows = ""] = /if \(!\/(.+)\/\.test\(path\)\)/.exec(readFileSync("scripts/agent.mjs", "utf8")) ?? [];
  for (const path of ["$", "$.a-b[0]['c d'].e", "$..a", "$[*]", "$[?@.a]", "$[-1]", '$["a"]', "$.ä"]) {
    expect([path, isDirect(path)]).toEqual([path, new RegExp(follows).test(path)]);
  }
});
