import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findRunningStateFolders, recordRunningStart } from "../../server/running-state.ts";
import { startControlSocket } from "../../server/state/control.ts";
import { deploymentFlags, readStartOptions } from "../../server/state/options.ts";
import { controlFilePath } from "../../server/state/state.ts";
import { temporaryFolder } from "../support/child";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The socket of a start, on a folder of its own. */
async function running(place: string): Promise<string> {
  const folder = temporaryFolder("state");
  const control = await startControlSocket({ folder, control: controlFilePath(folder) }, { secrets: async () => "{}" });
  ends.push(control.stop, recordRunningStart(folder, place));
  return folder;
}

test.each(["/srv/upfront", "/srv/my status", '/srv/it\'s $HOME; `id` "x"\n*', "/srv/ünï"])(
  "the printed command hands the folder %j to a shell whole, and its port",
  (state) => {
    const flags = deploymentFlags({ state, port: 9000 });
    const [divider = "", ...args] = execFileSync("sh", ["-c", `printf '%s\\0'${flags}`], { encoding: "utf8" })
      .split("\0")
      .slice(0, -1);
    expect([divider, ...args]).toEqual(["--", "--state", state, "--port", "9000"]);
    const { state: read, port, named } = readStartOptions(args, {});
    expect([read, port, named]).toEqual([state, 9000, { state: true, port: true }]);
  },
);

test("where all is as usual the command has no flags", () => {
  const { state, port, named } = readStartOptions([], {});
  expect([deploymentFlags({ state, port }), named]).toEqual(["", { state: false, port: false }]);
});

test("starts are found while they answer; one that was ended at once is forgotten", async () => {
  const place = join(temporaryFolder("running"), "starts");
  expect(await findRunningStateFolders(place)).toEqual([]);
  const [one, other] = [await running(place), await running(place)];
  recordRunningStart(temporaryFolder("ended"), place);
  expect((await findRunningStateFolders(place)).sort()).toEqual([one, other].sort());
  expect(readdirSync(place)).toHaveLength(2);
  expect(statSync(join(place, readdirSync(place)[0] ?? "")).mode & 0o777).toBe(0o600);
  for (const end of ends.splice(0)) end();
  expect([await findRunningStateFolders(place), readdirSync(place)]).toEqual([[], []]);
});

test("where nothing can be noted, a start continues without", async () => {
  recordRunningStart("/srv/upfront", "/dev/null/starts")();
  expect(await findRunningStateFolders("/dev/null/starts")).toEqual([]);
});
