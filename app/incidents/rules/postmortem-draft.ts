interface PostmortemDraftUpdate {
  status: string;
  /** Markdown. */
  body: string;
  /** ms. */
  shownAt: number;
}

/** Texts of the draft around the updates, in the language of its readers. */
export interface PostmortemDraftWords {
  summary: string;
  timeline: string;
  cause: string;
  next: string;
  status(status: string): string;
  time(at: number): string;
}

/** Indents a text, so that it continues the list item. */
const indented = (text: string): string =>
  text
    .trim()
    .replaceAll(/\r?\n/g, "\n  ")
    .replaceAll(/\n +\n/g, "\n\n");

/**
 * Returns a first draft of a postmortem, as Markdown: what visitors read and when, oldest first, between headings to
 * fill in.
 */
export function postmortemDraftText(updates: readonly PostmortemDraftUpdate[], words: PostmortemDraftWords): string {
  const lines = [...updates]
    .sort((one, other) => one.shownAt - other.shownAt)
    .map(({ status, body, shownAt }) => {
      const head = `- **${words.time(shownAt)}** ${words.status(status)}`;
      return body.trim() === "" ? head : `${head}\n\n  ${indented(body)}`;
    });
  const part = (heading: string, text = "") => `## ${heading}\n\n${text}`.trimEnd();
  const parts = [part(words.summary), part(words.timeline, lines.join("\n\n")), part(words.cause), part(words.next)];
  return `${parts.join("\n\n")}\n`;
}
