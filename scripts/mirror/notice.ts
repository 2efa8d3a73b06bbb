import { escapeHtml } from "../../app/text/escape-html.ts";
import { readPublicWords } from "../../server/listener/public-words.ts";

const [group = "", word = ""] = "live.copy".split(".");

function sentenceIn(language: string): string | null {
  if (!/^[\w-]{2,16}$/.test(language)) return null;
  try {
    return readPublicWords(language)[group]?.[word] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Returns "Copy of …, made at …" in the page's language, as HTML. `at`: ms. */
export function mirrorNoticeHtml(html: string, home: string, at: number): string {
  const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "en";
  const spoken = sentenceIn(language) ?? sentenceIn("en") ?? "";
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const time = `${new Intl.DateTimeFormat(language, style).format(at)} UTC`;
  const link = `<a href="${escapeHtml(home)}">${escapeHtml(home)}</a>`;
  const made = `<time datetime="${new Date(at).toISOString()}">${escapeHtml(time)}</time>`;
  const sentence = escapeHtml(spoken).replace("{{page}}", `<bdi>${link}</bdi>`).replace("{{time}}", made);
  return `<p class="notice copy">${sentence}</p>`;
}
