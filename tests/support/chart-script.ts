import { build } from "esbuild";

/** Returns the script of public pages with a chart as browsers get it: one file. */
export async function chartScript(): Promise<string> {
  const entryPoints = ["app/chart/chart-script.ts"];
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: "iife", write: false });
  return outputFiles[0]?.text ?? "";
}
