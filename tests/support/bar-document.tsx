/** @jsxImportSource ~/html */
import { build } from "esbuild";
import { HomePage } from "~/status-page/views/front/home-page";
import { look, pageText } from "./public-page";
import { sampleSnapshot } from "./sample-snapshot";

/** Renders the front with its real stylesheets as a whole document, with its groups opened. */
export async function barDocument(direction: "ltr" | "rtl"): Promise<string> {
  const scene = look(sampleSnapshot());
  const around = { ...scene, frame: { ...scene.frame, words: { ...scene.frame.words, direction } } };
  const html = await pageText(around, <HomePage {...around} />);
  return html.replaceAll("<details", "<details open");
}

/** Returns the script that reads the bars of days, as browsers get it: one file. */
export async function barScript(): Promise<string> {
  const entry = { entryPoints: ["app/status-page/views/frame/bar-script.ts"], tsconfig: "tsconfig.json" };
  const { outputFiles } = await build({ ...entry, bundle: true, minify: true, format: "iife", write: false });
  return outputFiles[0]?.text ?? "";
}
