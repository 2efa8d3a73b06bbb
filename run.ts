import { readdirSync, readFileSync } from "node:fs";
import { textsIn } from "/work/wt-words-a/tests/support/texts-in-code.ts";

for (const room of process.argv.slice(2)) {
  const dir = `/work/wt-words-a/app/desk/${room}`;
  for (const f of readdirSync(dir).filter((f) => /\.tsx?$/.test(f) && !f.includes(".test.")))
    for (const t of textsIn(f, readFileSync(`${dir}/${f}`, "utf8"))) console.log(`${room}/${f}:${t.line} ${t.text}`);
}
