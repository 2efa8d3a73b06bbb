/** A column of HTML, the column of Markdown from which it is made, and the column with the same as plain text. */
export interface RenderedColumns {
  html: string;
  from: string;
  text?: string;
}

const body: RenderedColumns = { html: "body_html", from: "body", text: "body_text" };

/** Columns that are rendered at save, by table. */
export const renderedColumnsByTable: Readonly<Record<string, RenderedColumns>> = {
  incident: { html: "postmortem_html", from: "postmortem_body", text: "postmortem_text" },
  incident_update: body,
  maintenance: body,
  maintenance_update: body,
  page: { html: "footer_html", from: "footer" },
};
