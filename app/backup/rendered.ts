import { renderMarkdown } from "~/platform/markdown";
import type { BackupRow } from "./rules/backup";

/** Columns of HTML by table, and the columns of the Markdown that they are made from. */
const sources: Record<string, { html: string; from: string; text?: string }[]> = {
  incident: [{ html: "postmortem_html", from: "postmortem_body", text: "postmortem_text" }],
  incident_update: [{ html: "body_html", from: "body", text: "body_text" }],
  maintenance: [{ html: "body_html", from: "body", text: "body_text" }],
  maintenance_update: [{ html: "body_html", from: "body", text: "body_text" }],
  page: [{ html: "footer_html", from: "footer" }],
};

function renderedRow(row: BackupRow, columns: (typeof sources)[string]): BackupRow {
  const made = columns
    .filter(({ html }) => typeof row[html] === "string" && row[html] !== "")
    .map(({ html, from, text }) => {
      const rendered = renderMarkdown(String(row[from] ?? ""));
      return { [html]: rendered.html, ...(text === undefined || !(text in row) ? {} : { [text]: rendered.text }) };
    });
  return Object.assign({}, row, ...made);
}

/** HTML is rendered again from its source: what a file says it is never reaches a page. */
export function renderedAgain(table: string, row: BackupRow): BackupRow {
  const columns = sources[table];
  return columns ? renderedRow(row, columns) : row;
}
