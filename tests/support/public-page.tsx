import type { JSX } from "~/html/jsx-runtime";
import type { Reader } from "~/http/reader";
import { pageSeenAt } from "~/status-page/rules/seen-page";
import type { Snapshot } from "~/status-page/rules/snapshot-document";
import type { Scene } from "~/status-page/views/frame/scene";
import { languageOf, sceneOf } from "~/status-page/views/frame/scene";
import { type DrawnPage, printScene } from "~/status-page/views/frame/show";
import { sampleNow } from "./sample-snapshot";
import { words } from "./words";

export interface Looking {
  /** Minutes since the tick's last stamp. */
  observedAgo?: number;
  zone?: string | null;
  /** Minutes since work for the page is overdue. */
  behindFor?: number | null;
  staleSince?: number | null;
  hostPage?: boolean;
  language?: Reader["language"];
  theme?: Reader["theme"];
}

/** Returns the sample page as a reader sees it at `sampleNow`. */
export function look(snapshot: Snapshot, options: Looking = {}): Scene {
  const { observedAgo = 5, behindFor = null, staleSince = null } = options;
  const { zone = null, hostPage = false, language = null, theme = null } = options;
  const behindSince = behindFor === null ? null : sampleNow - behindFor * 60_000;
  const page = pageSeenAt(
    { snapshot, observedAt: sampleNow - observedAgo * 60_000, behindSince, staleSince },
    sampleNow,
  );
  const reader = { language, timeZone: zone, theme };
  return sceneOf(page, words(languageOf(page, reader)), { now: sampleNow, hostPage, reader });
}

/** Returns the whole document with its real stylesheet. */
export async function pageText(
  scene: Scene,
  content: JSX.Element,
  { title = null, ...picture }: Partial<DrawnPage> = {},
): Promise<string> {
  const { html } = await printScene(scene, { ...picture, content, title, path: "" });
  return new TextDecoder().decode(html);
}
