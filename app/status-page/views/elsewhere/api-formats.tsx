/** @jsxImportSource ~/html */
import type { WordKey } from "~/i18n/words";
import type { RenderContext } from "../parts/frame";

/** The machine-readable formats, by file. */
export const statuspageFileWords: readonly [file: string, word: WordKey][] = [
  ["summary", "layout.summary"],
  ["status", "layout.status"],
  ["components", "layout.components"],
  ["incidents/unresolved", "layout.unresolved"],
  ["scheduled-maintenances/upcoming", "layout.upcoming"],
  ["scheduled-maintenances/active", "layout.active"],
  ["incidents", "layout.incidents"],
  ["scheduled-maintenances", "layout.maintenances"],
];

export const ApiFormatLinks = ({ frame: { prefix, words } }: { frame: RenderContext }) => (
  <ul class="api">
    {statuspageFileWords.map(([file, word]) => (
      <li key={file}>
        <a href={`${prefix}/api/v2/${file}.json`}>{words.t(word)}</a>
      </li>
    ))}
  </ul>
);
