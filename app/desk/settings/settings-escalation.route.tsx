import { useLoaderData } from "@remix-run/react";
import { listChannels } from "~/channels/list";
import { filledIn, valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { listMembers } from "~/people/memberships/list";
import { escalationFields } from "~/rules/pages/fields";
import { readPolicyReach } from "~/usecases/pages/policy-reach";
import { readPage } from "~/usecases/pages/read";
import { updatePage } from "~/usecases/pages/update";
import { allOrThrow, onPage } from "../frame/desk";
import { titledBy } from "../frame/title";
import { Unheard } from "../now/unheard";
import { useFormState } from "../parts/form";
import { NounConflict } from "../parts/noun-conflict";
import { answer, readPosted } from "../parts/posted";
import { EscalationForm } from "./settings-escalation";
import { SettingsHead } from "./settings-nav";
import { wordsIn } from "./words";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "nav.escalation");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const [page, channels, members, reach] = await allOrThrow(
    readPage(ctx, { pageId }),
    listChannels(ctx, { pageId }),
    listMembers(ctx, { pageId }),
    readPolicyReach(ctx, { pageId }),
  );
  const reachable = members.filter(({ role, email }) => role !== "viewer" && email !== null);
  const picks = {
    escalateChannelIds: channels.map(({ id, name }) => ({ value: id, label: name })),
    escalatePersonIds: reachable.map(({ personId, name }) => ({ value: personId, label: name })),
  };
  const policy = { ...filledIn(escalationFields, page), version: page.version };
  const here = `/manage/${slug}/settings/escalation`;
  return { policy, picks, reach, slug, here, owner: ctx.member?.role === "owner" };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const { version, commitId } = posted;
  const given = { pageId: desk.pageId, version, commitId, ...valuesIn(escalationFields, posted.values) };
  return answer(
    posted,
    await updatePage(desk.ctx, given),
    `/manage/${desk.slug}/settings/escalation`,
    "escalation-saved",
  );
});

export default function PageEscalation() {
  const { policy, picks, reach, slug, here, owner } = useLoaderData<typeof loader>();
  const conflict = useFormState("escalation")?.conflict ?? false;
  return (
    <>
      <SettingsHead slug={slug} may={{ admin: true, owner }} />
      <Unheard reach={reach} slug={slug} here />
      <NounConflict form="escalation" saved={policy} fields={escalationFields} picks={picks} keepTo={here} />
      {conflict ? null : <EscalationForm policy={policy} picks={picks} />}
    </>
  );
}
