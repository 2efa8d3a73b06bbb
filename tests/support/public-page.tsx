import type { JSX } from "~/html/jsx-runtime";
import type { ReaderSettings } from "~/http/reader";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import type { Snapshot } from "~/status-page/rules/snapshot-document";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import { pageRenderContextOf, readerLanguageOf } from "~/status-page/views/frame/scene";
import { type DrawnPage, printDrawnPage } from "~/status-page/views/frame/show";
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
  language?: ReaderSettings["language"];
  theme?: ReaderSettings["theme"];
}

/** Returns the sample page as a reader sees it at `sampleNow`. */
export function look(snapshot: Snapshot, options: Looking = {}): PageRenderContext {
  const { observedAgo = 5, behindFor = null, staleSince = null } = options;
  const { zone = null, hostPage = false, language = null, theme = null } = options;
  const behindSince = behindFor === null ? null : sampleNow - behindFor * 60_000;
  const page = visiblePageAtTime(
    { snapshot, observedAt: sampleNow - observedAgo * 60_000, behindSince, staleSince },
    sampleNow,
  );
  const reader = { language, timeZone: zone, theme };
  return pageRenderContextOf(page, words(readerLanguageOf(page, reader)), { now: sampleNow, hostPage, reader });
}

/** Returns the whole document with its real stylesheet. */
export async function pageText(
  scene: PageRenderContext,
  content: JSX.Element,
  { title = null, ...picture }: Partial<DrawnPage> = {},
): Promise<string> {
  const { html } = await printDrawnPage(scene, { ...picture, content, title, path: "" });
  return new TextDecoder().decode(html);
}
