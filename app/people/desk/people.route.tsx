import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isRoleAtLeast, type Role } from "~/access/actor";
import type { Result } from "~/failures/failure";
import type { RouteGuard } from "~/http/guard";
import { SavedViewLinks } from "~/saved-views/desk/saved-view-links";
import { listSavedViewLinks } from "~/saved-views/verbs";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import {
  formErrorsResponse,
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  redirectWithNotice,
} from "~/ui/parts/posted-form";
import { listViewPath, readTableView, rowFormsParam } from "~/ui/table/table-view";
import { type CreatedInvitation, createInvitation } from "../invitations/create";
import { listInvitations, resendInvitation, revokeInvitation } from "../invitations/verbs";
import { listMemberAccess, type MemberSignInSummary } from "../memberships/access";
import {
  changeRole,
  leavePage,
  listMembers,
  listOperatorsOutsidePage,
  type MemberView,
  removeMember,
} from "../memberships/verbs";
import {
  defaultMemberOrder,
  filterMembers,
  type MemberOrder,
  memberSortKeys,
  sortMembers,
} from "../rules/member-order";
import { listApiTokensOfPage, revokeMemberApiToken } from "../tokens/verbs";
import { MemberFormsPanel } from "./member-forms";
import { MemberTable, useMemberColumns } from "./member-list";
import {
  InvitationLinkBanner,
  InvitationsPanel,
  InviteForm,
  LeavePageFold,
  OperatorNamesText,
  RolesFold,
} from "./people-parts";
import { PageTokensPanel } from "./people-tokens";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

/** Every member may leave the page; the rest is for owners, and each use case checks it. */
export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

function memberView(url: URL) {
  const { key, descending } = defaultMemberOrder;
  const view = readTableView(url, { filters: ["text", "role"], sorts: memberSortKeys, usual: { key, descending } });
  const column = memberSortKeys.find((each) => each === view.sort.key) ?? key;
  const order: MemberOrder = { key: column, descending: view.sort.descending };
  return { view, order };
}

/** Members with how they sign in, as far as the reader may see it. */
function joinAccess(members: MemberView[], access: MemberSignInSummary[]) {
  const known = new Map(access.map((each) => [each.personId, each]));
  const unknown = { lastSeenAt: null, hasPasskey: false, inviter: null };
  return members.map((member) => ({
    ...unknown,
    ...known.get(member.personId),
    ...member,
    id: member.personId,
  }));
}

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const isAtLeast = (role: Role) => ctx.member !== null && isRoleAtLeast(ctx.member.role, role);
  const [members, views, access, ofOwner] = await Promise.all([
    listMembers(ctx, { pageId }),
    listSavedViewLinks(ctx, { pageId, room: "people" }),
    isAtLeast("admin") ? listMemberAccess(ctx, { pageId }) : null,
    isAtLeast("owner")
      ? unwrapAllOrThrow(
          listInvitations(ctx, { pageId }),
          listOperatorsOutsidePage(ctx, { pageId }),
          listApiTokensOfPage(ctx, { pageId }),
        )
      : null,
  ]);
  const [invitations, operators, tokens] = ofOwner ?? [[], [], []];
  const { view, order } = memberView(url);
  const team = joinAccess(unwrapOrThrow(members), access ? unwrapOrThrow(access) : []);
  const oneOwner = team.filter(({ role }) => role === "owner").length === 1;
  const shown = sortMembers(filterMembers(team, view.params), order);
  return {
    members: shown,
    changing: ofOwner === null ? null : (team.find(({ id }) => id === url.searchParams.get(rowFormsParam)) ?? null),
    oneOwner,
    view,
    views: unwrapOrThrow(views),
    slug,
    here: `/manage/${slug}/people`,
    invitations,
    operators,
    tokens,
  };
});

/** The list as it was shown. */
const people = ({ url }: PageDeskRequest) => listViewPath(url);

/** Answers an invitation: shows its link this once, or says by the flash that it was emailed. */
function handOver(desk: PageDeskRequest, posted: PostedForm, invited: Result<CreatedInvitation>) {
  if (!invited.ok) return formFailureResponse(posted, invited.failure);
  const { link } = invited.value;
  const mailed = readPostedText(posted.fields, "email") !== "" || posted.intent === "resend";
  return link ? data({ link }) : redirectWithNotice(people(desk), mailed ? "invited" : "invited-already");
}

type PeopleAction = (desk: PageDeskRequest, posted: PostedForm) => Promise<unknown>;

const memberOf = ({ pageId }: PageDeskRequest, { fields, version, commitId }: PostedForm) => ({
  pageId,
  commitId,
  personId: readPostedText(fields, "person"),
  ...(version === undefined ? {} : { version }),
});

const itemOf = ({ pageId }: PageDeskRequest, { fields, commitId }: PostedForm) => ({
  pageId,
  commitId,
  id: readPostedText(fields, "id"),
});

const acts: Record<string, PeopleAction> = {
  invite: async (desk, posted) => {
    const [email, role] = [readPostedText(posted.fields, "email"), readPostedText(posted.fields, "role")] as const;
    const { pageId } = desk;
    const given = { pageId, email, role: role as "viewer", commitId: posted.commitId };
    return handOver(desk, posted, await createInvitation(desk.ctx, given));
  },
  resend: async (desk, posted) => handOver(desk, posted, await resendInvitation(desk.ctx, itemOf(desk, posted))),
  revoke: async (desk, posted) =>
    formResultResponse(
      posted,
      await revokeInvitation(desk.ctx, itemOf(desk, posted)),
      people(desk),
      "invitation-revoked",
    ),
  role: async (desk, posted) => {
    const given = { ...memberOf(desk, posted), role: readPostedText(posted.fields, "role") as "viewer" };
    return formResultResponse(posted, await changeRole(desk.ctx, given), people(desk), "role-changed");
  },
  remove: async (desk, posted) =>
    formResultResponse(posted, await removeMember(desk.ctx, memberOf(desk, posted)), people(desk), "member-removed"),
  "token-revoke": async (desk, posted) =>
    formResultResponse(
      posted,
      await revokeMemberApiToken(desk.ctx, itemOf(desk, posted)),
      people(desk),
      "token-revoked",
    ),
  leave: async (desk, posted) => {
    const { pageId } = desk;
    return formResultResponse(
      posted,
      await leavePage(desk.ctx, { pageId, commitId: posted.commitId }),
      "/manage",
      "page-left",
    );
  },
};

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const act = Object.hasOwn(acts, posted.intent) ? acts[posted.intent] : undefined;
  return act ? act(desk, posted) : formErrorsResponse(posted, { "": wordsIn(posted.language).t("page.choose") });
});

const linkOf = (answer: unknown): string | null =>
  typeof answer === "object" && answer !== null && "link" in answer ? String(answer.link) : null;

export default function PeoplePage() {
  const { members, changing, oneOwner, view, views, slug, here, ...ofOwner } = useLoaderData<typeof loader>();
  const { invitations, operators, tokens } = ofOwner;
  const link = linkOf(useActionData());
  const [admin, owns] = [useHasRole("admin"), useHasRole("owner")];
  const columns = useMemberColumns({ admin, owner: owns });
  const { t } = useWords();
  if (changing) return <MemberFormsPanel member={changing} lastOwner={oneOwner && changing.role === "owner"} />;
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.about")} />
      {link ? <InvitationLinkBanner link={link} /> : null}
      <SavedViewLinks room="people" slug={slug} view={view} views={views} />
      <MemberTable members={members} columns={columns} view={view} here={here} />
      <OperatorNamesText names={operators} />
      <RolesFold />
      {owns ? (
        <>
          <Section title={t("page.invite")} id="invite">
            <InviteForm />
          </Section>
          <Section title={t("page.invitations")}>
            <InvitationsPanel invitations={invitations} />
          </Section>
          <Section title={t("page.tokens")}>
            <PageTokensPanel tokens={tokens} />
          </Section>
        </>
      ) : null}
      <LeavePageFold />
    </>
  );
}
