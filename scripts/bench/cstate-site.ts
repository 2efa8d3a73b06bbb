import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dayMs, hourMs } from "../../app/time/durations.ts";
import { benchComponentNames, benchIncidentTitle, benchUpdateText } from "./pages.ts";

/**
 * Folder of the site. It is determined before a runtime starts, whose own scratch folder then becomes the temporary one
 * and is removed with it.
 */
const folder = join(tmpdir(), "upfront-bench-cstate");

const issue = (name: string, at: number, lines: readonly string[], body: string) =>
  `---\ntitle: ${name}\ndate: ${new Date(at).toISOString()}\n${lines.join("\n")}\nsection: issue\n---\n\n${body}\n`;

/** Writes the content of the bench's page as sources of a Hugo site with the theme cstate. */
function writeSite(components: number): void {
  const names = benchComponentNames(components);
  const categories = [...new Set(names.map(({ group }) => group))].map(
    (group) => `    - name: ${group}\n      closed: true`,
  );
  const systems = names.map(({ name, group }) => `    - name: ${name}\n      category: ${group}`);
  const settings = ["title: Meridian Freight", "baseURL: /", "languageCode: en", "theme: cstate", "buildFuture: true"];
  const taxonomies = ["preserveTaxonomyNames: true", "taxonomies:", "  affected: affected"];
  const switches = { useRelativeTime: true, skipSeconds: false, enableLastMod: false, disableIncidentHistory: false };
  const shown = {
    enableUptimeHistogram: true,
    useLogo: false,
    incidentPostsPerPage: 5,
    incidentHistoryFormat: "monthly",
  };
  const colours = { brand: "#0a0c0f", ok: "#008000", disrupted: "#cc4400", down: "#e60000", notice: "#24478f" };
  const dates = {
    dateFormat: "January 2, 2006 at 3:04 PM",
    shortDateFormat: "15:04 — Jan 2",
    headerTextColor: "white",
  };
  const params = Object.entries({ ...switches, ...shown, ...colours, ...dates }).map(
    ([key, value]) => `  ${key}: ${JSON.stringify(value)}`,
  );
  const lists = ["  categories:", ...categories, "  systems:", ...systems];
  mkdirSync(join(folder, "content/issues"), { recursive: true });
  writeFileSync(
    join(folder, "config.yml"),
    `${[...settings, ...taxonomies, "params:", ...params, ...lists].join("\n")}\n`,
  );
  const now = Date.now();
  const put = (file: string, text: string) => writeFileSync(join(folder, "content/issues", `${file}.md`), text);
  const affected = `affected: ["${names[1]?.name}"]`;
  put(
    "open",
    issue(benchIncidentTitle, now - hourMs, ["resolved: false", "severity: disrupted", affected], benchUpdateText),
  );
  for (const back of [3, 17, 41, 66]) {
    const over = ["resolved: true", `resolvedWhen: ${new Date(now - back * dayMs).toISOString()}`, "severity: down"];
    put(
      `past-${back}`,
      issue("Bookings were delayed", now - back * dayMs - hourMs, [...over, affected], benchUpdateText),
    );
  }
}

/**
 * Explains how to make a page with that generator, whose code is not ours: the site's content is written here, the
 * theme is downloaded.
 */
export function printCstateBuildInstructions(components: number): void {
  writeSite(components);
  console.log(`
Beside a page of the static generator cstate:
  apt-get install hugo
  git clone https://github.com/cstate/cstate ${folder}/themes/cstate && git -C ${folder}/themes/cstate checkout 1fb3e0d
  hugo --source ${folder}
  npm run bench -- --paint --cstate ${folder}/public`);
}
