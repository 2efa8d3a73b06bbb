import type { OriginFormDefinition } from "./origin-forms";

/** Files and folders that only the tool on one's own machine reads. */
const toolFiles: Readonly<Record<string, string>> = { "uptime-kuma": "kuma.db", upptime: ".", cstate: ".", gatus: "." };

/** Returns the command that reads larger files on one's own machine and sends the result to a page. */
export function pageImportCommand(
  { name, urlExample, key, fileNames }: OriginFormDefinition,
  { deployment, slug }: { deployment: string; slug: string },
): string {
  const file = toolFiles[name] ?? fileNames[0];
  const url = file === undefined && urlExample !== "" ? `--url ${urlExample}` : "";
  const secret = file === undefined && key !== "none" ? "--key-env API_KEY" : "";
  return ["npm run import --", name, file ?? "", url, secret, `--to ${deployment} --page ${slug}`]
    .filter(Boolean)
    .join(" ");
}
