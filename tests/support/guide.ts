import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./sources";

/** A copy of the project in which guides of docs/ are followed literally. */
export interface Copy {
  /** Writes the guide's code blocks, then runs its commands; returns the files of app/ that the blocks add or change. */
  follow(guidePath: string): string[];
  /** Runs tests of the guides followed so far whose name matches; returns their output. */
  test(names: string): string;
  /** Runs a program of node_modules in the copy; throws when it fails. */
  run(program: string, ...given: string[]): string;
  read(path: string): string;
  write(path: string, text: string): void;
  close(): void;
}

const filesOf = (folder: string): Map<string, string> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return new Map(
    files.map((each) => join(each.parentPath, each.name)).map((name) => [name, readFileSync(name, "utf8")]),
  );
};

/** Writes its code blocks that name a file, whole ones and additions. */
function write(guide: string, copy: string): void {
  for (const [, path = "", text = ""] of guide.matchAll(/```(?:tsx?|json) (\S+)\n([\s\S]*?)```/g)) {
    if (existsSync(join(copy, path))) appendFileSync(join(copy, path), text);
    else {
      mkdirSync(join(copy, path, ".."), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
  }
  for (const [, path = "", hunks = ""] of guide.matchAll(/```diff (\S+)\n([\s\S]*?)```/g)) {
    const input = `--- a/${path}\n+++ b/${path}\n${hunks}`;
    execFileSync("git", ["apply", "--recount", "--unidiff-zero", "-"], { cwd: copy, input });
  }
}

function copyOf(needs: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "upfront-guide-"));
  const tools = ["test", "setup", "bundle", "check", "nouns"].map((name) => `scripts/${name}`);
  const runner = ["vitest.config.ts", ...tools];
  const settings = ["tsconfig.json", "package.json", "biome.json", ...runner];
  for (const name of [...needs, ...settings]) cpSync(join(root, name), join(copy, name), { recursive: true });
  // Its few test files run in their own process, so that no isolate needs to be cleared.
  mkdirSync(join(copy, "tests/support"), { recursive: true });
  writeFileSync(join(copy, "tests/support/each-file.ts"), "");
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Shared modules are read once; the report names each test. */
const inOneProcess = ["--maxWorkers=1", "--reporter=verbose"];

/** `needs` = what is copied. */
export function openCopy(needs: readonly string[]): Copy {
  const copy = copyOf(needs);
  const env = { ...process.env, VITEST: "", NO_COLOR: "1" };
  const files: string[] = [];
  const run: Copy["run"] = (program, ...given) =>
    execFileSync(process.execPath, [join(root, "node_modules", program), ...given], {
      cwd: copy,
      encoding: "utf8",
      env,
    });
  const writeLists = () => execFileSync(process.execPath, [join(copy, "scripts/nouns/main.ts")], { cwd: copy, env });
  return {
    follow(guidePath) {
      const guide = readFileSync(join(root, guidePath), "utf8");
      const before = filesOf(join(copy, "app"));
      write(guide, copy);
      const after = [...filesOf(join(copy, "app"))].filter(([name, text]) => before.get(name) !== text);
      const [, migration] = /`npm run migration -- (--name \w+)`/.exec(guide) ?? [];
      writeLists();
      if (migration) {
        run("drizzle-kit/bin.cjs", "generate", ...migration.split(" "));
        // Of the lists, the schema's version alone follows from the migrations.
        writeLists();
      }
      const [, file = ""] = /```sh\nnpx vitest run --project d1 (\S+)[^\n]*\n```/.exec(guide) ?? [];
      files.push(file);
      return after.map(([name]) => name.slice(copy.length + 1)).sort();
    },
    test: (names) => run("vitest/vitest.mjs", "run", "--project", "d1", ...files, "-t", names, ...inOneProcess, "-u"),
    run,
    read: (path) => readFileSync(join(copy, path), "utf8"),
    write: (path, text) => writeFileSync(join(copy, path), text),
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
}
