import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { atLeast } from "~/access/actor";
import type { Result } from "~/failures/failure";
import type { RouteGuard } from "~/http/guard";
import { allOrThrow, onPage, orThrow, type PageDesk } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { List, PageHead, Section } from "~/ui/parts/list";
import {
  answerForm,
  type PostedForm,
  readPostedForm,
  redirectWithNotice,
  showErrors,
  showFailure,
  typedText,
} from "~/ui/parts/posted-form";
import { type CreatedInvitation, createInvitation } from "../invitations/create";
import { listInvitations, resendInvitation, revokeInvitation } from "../invitations/verbs";
import { changeRole, leavePage, listMembers, listOperatorsAbove, removeMember } from "../memberships/verbs";
import { listTokensOnPage, revokeTokenOnPage } from "../tokens/verbs";
import { HandOver, Invitations, InviteForm, LeaveFold, MemberRow, OperatorsAbove, RolesFold } from "./people-parts";
import { PeopleTokens } from "./people-tokens";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

/** Every member may leave the page; the rest is for owners, and each use case checks it. */
export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

export const loader = onPage(async ({ ctx, pageId }) => {
  const owns = ctx.member !== null && atLeast(ctx.member.role, "owner");
  const [members, ofOwner] = await Promise.all([
    listMembers(ctx, { pageId }),
    owns
      ? allOrThrow(
          listInvitations(ctx, { pageId }),
          listOperatorsAbove(ctx, { pageId }),
          listTokensOnPage(ctx, { pageId }),
        )
      : null,
  ]);
  const [invitations, operators, tokens] = ofOwner ?? [[], [], []];
  return { members: orThrow(members), invitations, operators, tokens };
});

/** Answers an invitation: shows its link this once, or says by the flash that it was emailed. */
function handOver(desk: PageDesk, posted: PostedForm, invited: Result<CreatedInvitation>) {
  if (!invited.ok) return showFailure(posted, invited.failure);
  const { link } = invited.value;
  const mailed = typedText(posted.fields, "email") !== "" || posted.intent === "resend";
  return link
    ? data({ link })
    : redirectWithNotice(`/manage/${desk.slug}/people`, mailed ? "invited" : "invited-already");
}

type Act = (desk: PageDesk, posted: PostedForm) => Promise<unknown>;

const memberOf = ({ pageId }: PageDesk, { fields, version, commitId }: PostedForm) => ({
  pageId,
  commitId,
  personId: typedText(fields, "person"),
  ...(version === undefined ? {} : { version }),
});

const itemOf = ({ pageId }: PageDesk, { fields, commitId }: PostedForm) => ({
  pageId,
  commitId,
  id: typedText(fields, "id"),
});

const people = ({ slug }: PageDesk) => `/manage/${slug}/people`;

const acts: Record<string, Act> = {
  invite: async (desk, posted) => {
    const [email, role] = [typedText(posted.fields, "email"), typedText(posted.fields, "role")] as const;
    const { pageId } = desk;
    const given = { pageId, email, role: role as "viewer", commitId: posted.commitId };
    return handOver(desk, posted, await createInvitation(desk.ctx, given));
  },
  resend: async (desk, posted) => handOver(desk, posted, await resendInvitation(desk.ctx, itemOf(desk, posted))),
  revoke: async (desk, posted) =>
    answerForm(posted, await revokeInvitation(desk.ctx, itemOf(desk, posted)), people(desk), "invitation-revoked"),
  role: async (desk, posted) => {
    const given = { ...memberOf(desk, posted), role: typedText(posted.fields, "role") as "viewer" };
    return answerForm(posted, await changeRole(desk.ctx, given), people(desk), "role-changed");
  },
  remove: async (desk, posted) =>
    answerForm(posted, await removeMember(desk.ctx, memberOf(desk, posted)), people(desk), "member-removed"),
  "token-revoke": async (desk, posted) =>
    answerForm(posted, await revokeTokenOnPage(desk.ctx, itemOf(desk, posted)), people(desk), "token-revoked"),
  leave: async (desk, posted) => {
    const { pageId } = desk;
    return answerForm(posted, await leavePage(desk.ctx, { pageId, commitId: posted.commitId }), "/manage", "page-left");
  },
};

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined;
  return act ? act(desk, posted) : showErrors(posted, { "": wordsIn(posted.language).t("page.choose") });
});

const linkOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "link" in answer ? String(answer.link) : null;

export default function People() {
  const { members, invitations, operators, tokens } = useLoaderData<typeof loader>();
  const link = linkOf(useActionData());
  const owns = useMay("owner");
  const { t } = useWords();
  const owners = members.filter(({ role }) => role === "owner").length;
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.about")} />
      {link ? <HandOver link={link} /> : null}
      <List>
        {members.map((member) => (
          <MemberRow
            key={member.personId}
            member={member}
            changes={owns}
            lastOwner={member.role === "owner" && owners === 1}
          />
        ))}
      </List>
      <OperatorsAbove names={operators} />
      <RolesFold />
      {owns ? (
        <>
          <Section title={t("page.invite")}>
            <InviteForm />
          </Section>
          <Section title={t("page.invitations")}>
            <Invitations invitations={invitations} />
          </Section>
          <Section title={t("page.tokens")}>
            <PeopleTokens tokens={tokens} />
          </Section>
        </>
      ) : null}
      <LeaveFold />
    </>
  );
}
