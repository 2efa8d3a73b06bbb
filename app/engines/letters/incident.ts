import { type IncidentRow, updatesOf } from "~/db/queries/incident";
import { incidentToTell, standings } from "~/db/queries/letter-facts";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { incidentContent } from "~/letters/incident";
import type { UpdateFact } from "~/letters/update-parts";
import { toImpact } from "~/rules/basics/status";
import { impactTold } from "~/rules/incidents/impact";
import { postmortemWord } from "~/rules/incidents/postmortem";
import { newsOf, standingOf } from "./news";
import { subscriberWriter } from "./subscriber-writer";
import { toldOfIncident } from "./told-elsewhere";
import { brandOf, type MakeWriter, newest, type Task } from "./writer";

/**
 * The postmortem as the newest word, where one of the notices is about it. Null when that was taken back meanwhile and
 * nothing else is to be told.
 */
function postmortemOf(row: IncidentRow, notices: Task["notices"]): UpdateFact[] | null {
  const about = notices.filter((each) => each.kind === "incident_postmortem");
  if (about.length === 0) return [];
  if (row.postmortem !== "published") return about.length === notices.length ? null : [];
  const { id, postmortemHtml: html, postmortemText: text, postmortemPublishedAt } = row;
  return [{ id, status: postmortemWord, html, text, at: postmortemPublishedAt ?? row.updatedAt, changes: [] }];
}

/** Mails tell how bad it was, also when all is well again. */
const worstOf = ({ impact, impactOverride }: IncidentRow, updates: Parameters<typeof impactTold>[0]["updates"]) =>
  impactTold({
    impact: toImpact(impact),
    impactOverride: impactOverride === null ? null : toImpact(impactOverride),
    components: [],
    updates,
  });

/** Facts in four statements, once for all recipients; null when the incident is no longer to be seen. */
export const incidentWriter: MakeWriter = async (task) => {
  const { ctx, notices } = task;
  const { pageId, subjectId, createdAt: until } = newest(task);
  const [[page], [found], rows, components] = await read(
    ctx,
    pageById(ctx, pageId),
    incidentToTell(ctx, pageId, subjectId, notices[0]),
    updatesOf(ctx, pageId, subjectId),
    standings(ctx, pageId, subjectId),
  );
  if (!page || !found) return null;
  const written = postmortemOf(found.row, notices);
  if (written === null) return null;
  const brand = brandOf(ctx, page);
  const updates = rows.map(({ row }) => row);
  const { fresh, earlier } = newsOf(updates, { before: found.toldBefore, until });
  const { id, title, titleSaid, startedAt, nextUpdateAt: promised } = found.row;
  const facts = {
    brand,
    id,
    url: `${brand.url}/incidents/${id}`,
    title,
    titleSaid,
    status: written[0]?.status ?? fresh[0]?.status ?? found.row.status,
    impact: worstOf(found.row, updates),
    startedAt,
    nextUpdateAt: promised !== null && promised > ctx.now() ? promised : null,
    fresh: [...written, ...fresh],
    earlier,
    components: components.map(standingOf),
  };
  const { language, timeZone } = page;
  const content = incidentContent.bind(null, facts);
  return subscriberWriter(task, { brand, language, timeZone, content, told: toldOfIncident.bind(null, facts) });
};
