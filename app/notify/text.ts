const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text in a dialect of markup, at most `most` long, where nothing of it mentions, formats or links; cut between whole
 * characters as people see them, never inside one or its escape.
 */
const dialect =
  (escaped: (character: string) => string) =>
  (text: string, most: number): string => {
    let [made, room] = ["", most - 1];
    for (const { segment } of characters.segment(text)) {
      const next = [...segment].map(escaped).join("");
      room -= next.length;
      if (room < 0) return `${made}…`;
      made += next;
    }
    return made;
  };

/** For where the other side reads no markup. */
export const plain = dialect((character) => character);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Slack's three: with these escaped no mention, link or date comes to life. */
export const slackText = dialect((character) => entities[character] ?? character);
