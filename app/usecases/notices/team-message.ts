import { incidentById } from "~/db/queries/incident";
import type { NoticeRow } from "~/db/queries/notice";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import type { TeamMessage } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import type { TeamNotice } from "~/rules/notice";
import { pageAddress } from "~/rules/page-address";

const severities: Record<string, TeamMessage["severity"]> = { critical: "critical", major: "error", minor: "warning" };

/** A draft that opened or an incident that a machine published; null when a person was faster. Two statements. */
export async function teamMessage(ctx: Ctx, notice: NoticeRow): Promise<TeamMessage | null> {
  const { pageId, subjectId, kind } = notice;
  const [[page], [found]] = await read(ctx, pageById(ctx, pageId), incidentById(ctx, pageId, subjectId));
  const draft = kind === "draft_opened";
  if (!page || !found || found.row.visibility !== (draft ? "draft" : "published")) return null;
  const { row } = found;
  return {
    id: notice.id,
    event: kind as TeamNotice,
    at: notice.createdAt,
    page: { name: page.name, url: pageAddress(ctx.config.origin, page) },
    title: draft ? `Draft: ${row.title}` : row.title,
    text: draft ? "Nobody outside sees it before you publish it." : "It was published by a rule.",
    severity: severities[row.impact] ?? null,
    link: {
      text: draft ? "Open the draft" : "Open the incident",
      url: `${ctx.config.origin}/manage/${page.slug}/incidents/${row.id}`,
    },
    facts: [{ name: "Status", value: row.status }],
  };
}
