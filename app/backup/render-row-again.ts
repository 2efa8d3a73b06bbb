import { type RenderedColumns, renderedColumnsByTable } from "~/db/rendered-columns";
import { renderMarkdown } from "~/platform/markdown";
import type { BackupRow } from "./rules/backup";

function renderedRow(row: BackupRow, { html, from, text }: RenderedColumns): BackupRow {
  if (typeof row[html] !== "string" || row[html] === "") return row;
  const rendered = renderMarkdown(String(row[from] ?? ""));
  const asText = text === undefined || !(text in row) ? {} : { [text]: rendered.text };
  return { ...row, [html]: rendered.html, ...asText };
}

/** Renders HTML again from its source, so that the HTML in a file never reaches a page. */
export function renderRowAgain(table: string, row: BackupRow): BackupRow {
  const columns = renderedColumnsByTable[table];
  return columns ? renderedRow(row, columns) : row;
}
