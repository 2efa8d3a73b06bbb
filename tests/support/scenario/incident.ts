import { incidentComponentTable, incidentTable, incidentUpdateTable } from "~/db/schema";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import type { TestPage } from "./page";
import { bornAt, day, minute } from "./time";

interface IncidentOptions extends Over<typeof incidentTable> {
  daysAgo?: number;
  /** The text of its one update. */
  text?: string;
}

/**
 * A published incident `Trouble <id>` of the first component, with one update. It is open if it starts now, and
 * otherwise was over after a minute; with the impact "none" it affects nothing.
 */
export function anIncident(
  page: Pick<TestPage, "id" | "components">,
  options: IncidentOptions,
): { id: string } & Piece {
  const {
    id = "incident",
    daysAgo = 0,
    text = `Update of ${id}`,
    closed = daysAgo > 0,
    impact = "major",
    ...over
  } = options;
  const [pageId, [componentId = ""]] = [page.id, page.components];
  const status = closed ? "resolved" : "investigating";
  const told = { title: `Trouble ${id}`, visibility: "published", origin: "person", impact, closed, status };
  const touched = impact === "none" ? [] : [{ incidentId: id, componentId, pageId, status: "partial_outage" }];
  const written = { body: text, bodyHtml: `<p>${text}</p>`, bodyText: text, changes: [], authorKind: "person" };
  return piece({ id }, (_, now) => {
    const startedAt = now - daysAgo * day;
    const of = { pageId, ...bornAt(startedAt) };
    return [
      ...rowsOf(incidentTable, [
        { ...of, ...told, id, startedAt, resolvedAt: closed ? startedAt + minute : null, ...over },
      ]),
      ...rowsOf(incidentComponentTable, touched),
      ...rowsOf(incidentUpdateTable, [
        { ...of, ...written, id: `${id}-update`, incidentId: id, status, shownAt: startedAt },
      ]),
    ];
  });
}
