import { useLoaderData } from "@remix-run/react";
import { listChannels } from "~/channels/verbs";
import { fieldValuesOfRow, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { UnreachedRecipientsBanner } from "~/now/desk/unheard-notice";
import { listMembers } from "~/people/memberships/verbs";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { readPolicyReach } from "../../policy-reach";
import { pageEscalationFields } from "../../rules/fields";
import { updatePage } from "../../update";
import { readPage } from "../../verbs";
import { EscalationForm } from "./settings-escalation";
import { SettingsHead } from "./settings-nav";
import { wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "nav.escalation");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const [page, channels, members, reach] = await unwrapAllOrThrow(
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
  const policy = { ...fieldValuesOfRow(pageEscalationFields, page), version: page.version };
  const here = `/manage/${slug}/settings/escalation`;
  return { policy, picks, reach, slug, here, owner: ctx.member?.role === "owner" };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId } = posted;
  const given = { pageId: desk.pageId, version, commitId, ...parseFieldValues(pageEscalationFields, posted.values) };
  return formResultResponse(
    posted,
    await updatePage(desk.ctx, given),
    `/manage/${desk.slug}/settings/escalation`,
    "escalation-saved",
  );
});

export default function EscalationSettingsPage() {
  const { policy, picks, reach, slug, here, owner } = useLoaderData<typeof loader>();
  const conflict = useFormState("escalation")?.conflict ?? false;
  return (
    <>
      <SettingsHead slug={slug} may={{ admin: true, owner }} />
      <UnreachedRecipientsBanner reach={reach} slug={slug} here />
      <NounConflictSection form="escalation" saved={policy} fields={pageEscalationFields} picks={picks} keepTo={here} />
      {conflict ? null : <EscalationForm policy={policy} picks={picks} slug={slug} />}
    </>
  );
}
