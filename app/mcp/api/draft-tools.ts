import { fail, ok } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import { openIncident } from "~/incidents/open";
import { writePostmortem } from "~/incidents/postmortems/verbs";
import { readIncident } from "~/incidents/read";
import { proposeMaintenance, proposeUpdate } from "~/proposals/propose";
import { parseIsoInstant } from "~/time/instants";
import { parseToolInstant } from "../rules/instants";
import { withoutMarks } from "../rules/untrusted-text";
import { readDeskAddress, type ToolCall, type ToolRun } from "./tool-call";

/** Says where a person publishes what was saved. */
async function draftAnswer(call: ToolCall, id: string, path: string) {
  const url = await readDeskAddress(call, path);
  return ok({ saved: "draft" as const, id, url, message: `Draft saved; a person publishes it at ${url}` });
}

export const draftIncidentTool: ToolRun<"draft_incident"> = async (call, input) => {
  const { ctx, pageId } = call;
  const saved = await openIncident(ctx, {
    pageId,
    title: withoutMarks(input.title),
    body: withoutMarks(input.body),
    status: input.status,
    impactOverride: input.impact,
    components: input.components ?? {},
    startedAt: parseToolInstant(input.started_at),
    visibility: "draft",
    notify: false,
  });
  return saved.ok ? draftAnswer(call, saved.value.id, `/incidents/${saved.value.id}`) : saved;
};

export const draftUpdateTool: ToolRun<"draft_update"> = async (call, { incident: incidentId, body, ...rest }) => {
  const { ctx, pageId } = call;
  const saved = await proposeUpdate(ctx, { pageId, incidentId, body: withoutMarks(body), ...rest });
  return saved.ok ? draftAnswer(call, saved.value.id, `/incidents/${incidentId}`) : saved;
};

/** Page of management on which people publish and dismiss proposals. */
const proposalsPath = "/proposals";

export const proposeMaintenanceTool: ToolRun<"propose_maintenance"> = async (call, input) => {
  const { ctx, pageId } = call;
  const saved = await proposeMaintenance(ctx, {
    pageId,
    title: withoutMarks(input.title),
    body: withoutMarks(input.body ?? ""),
    startsAt: parseIsoInstant(input.starts_at),
    endsAt: parseIsoInstant(input.ends_at),
    components: Object.fromEntries((input.components ?? []).map((id) => [id, "under_maintenance"])),
  });
  return saved.ok ? draftAnswer(call, saved.value.id, proposalsPath) : saved;
};

const draftExists = fail({
  name: "conflict",
  code: "draft_exists",
  detail: englishText("There is a draft. Read it with get_incident, and send its version to replace it."),
});

const isPublished = fail({
  name: "conflict",
  code: "postmortem_published",
  detail: englishText("The postmortem is published; only a person corrects it."),
});

/** Compares the version also where none was sent, so that nothing published meanwhile is overwritten. */
export const draftPostmortemTool: ToolRun<"draft_postmortem"> = async (call, { incident: id, body, version }) => {
  const { ctx, pageId } = call;
  const found = await readIncident(ctx, { pageId, id });
  if (!found.ok) return found;
  const { postmortem, version: present } = found.value.incident;
  if (postmortem.state === "published") return isPublished;
  if (postmortem.state !== "none" && version === undefined) return draftExists;
  const saved = await writePostmortem(ctx, { pageId, id, body: withoutMarks(body), version: version ?? present });
  return saved.ok ? draftAnswer(call, id, `/incidents/${id}`) : saved;
};
