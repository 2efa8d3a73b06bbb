interface Told {
  status: string;
  /** Markdown. */
  body: string;
  /** ms. */
  shownAt: number;
}

/** What the draft says around the updates, in the language of its readers. */
export interface DraftWords {
  summary: string;
  timeline: string;
  cause: string;
  next: string;
  status(status: string): string;
  time(at: number): string;
}

/** A list's line goes on where it is indented. */
const indented = (text: string): string =>
  text
    .trim()
    .replaceAll(/\r?\n/g, "\n  ")
    .replaceAll(/\n +\n/g, "\n\n");

/** A postmortem to begin with, as Markdown: what visitors read and when, the oldest first, between headings to fill in. */
export function postmortemDraft(updates: readonly Told[], words: DraftWords): string {
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
