import type { Role } from "~/access/actor";
import { Button } from "~/ui/parts/button";
import { type FieldChoice, SelectField, TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card, EmptyState, Fold, List, ListDetail, ListRow } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { isPartWord, useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { InvitationView } from "../invitations/verbs";
import type { MemberView } from "../memberships/verbs";
import { useWords } from "./words/words";

const roles = ["viewer", "responder", "admin", "owner"] as const satisfies readonly Role[];

function useRoleChoices(): FieldChoice[] {
  const { t } = usePartWords();
  return roles.map((role) => ({ value: role, label: t(`role.${role}`) }));
}

/** Asks for confirmation, because a removed member loses access at once. */
function Removal({ member: { personId, name, version }, refused }: { member: MemberView; refused: boolean }) {
  const { t, say } = useWords();
  return (
    <Fold title={t("remove.title", { name })} danger open={refused}>
      <p className="max-w-prose">{say("remove.about", { name: <bdi>{name}</bdi> })}</p>
      <ButtonForm name={`remove-${personId}`} version={version} hidden={{ person: personId, intent: "remove" }}>
        <Button look="danger" label={t("remove.button_named", { name })}>
          {t("remove.button")}
        </Button>
      </ButtonForm>
    </Fold>
  );
}

/** Says before anyone tries that the page's last owner cannot be removed. */
const LastOwner = () => <p className="pt-1 text-sm text-soft">{useWords().t("member.last_owner")}</p>;

/** Says that another change was first: the present role, and the role that was chosen here. */
function RoleConflict({ role, chosen }: { role: Role; chosen: string | undefined }) {
  const { t } = useWords();
  const parts = usePartWords();
  const now = parts.t(`role.${role}`);
  return (
    <Notice tone="warning">
      {chosen !== undefined && isPartWord("role", chosen)
        ? t("member.conflict_chosen", { role: now, chosen: parts.t(`role.${chosen}`) })
        : t("member.conflict", { role: now })}
    </Notice>
  );
}

function MemberForms({ member }: { member: MemberView }) {
  const { personId, name, role, version } = member;
  const { t } = useWords();
  const choices = useRoleChoices();
  const hidden = { person: personId };
  const changing = useFormState(`role-${personId}`);
  const removing = useFormState(`remove-${personId}`);
  const conflict = changing?.conflict || removing?.conflict;
  return (
    <Fold title={t("member.change", { name })} open={changing !== null || removing !== null}>
      {conflict ? <RoleConflict role={role} chosen={changing?.values.role} /> : null}
      <PostForm name={`role-${personId}`} version={version} hidden={{ ...hidden, intent: "role" }}>
        <SelectField name="role" label={t("member.role", { name })} value={role} choices={choices} />
        <div>
          <Button label={t("member.save_named", { name })}>{t("member.save")}</Button>
        </div>
      </PostForm>
      {member.you ? null : <Removal member={member} refused={removing !== null} />}
    </Fold>
  );
}

interface MemberRowProps {
  member: MemberView;
  /** True when it has the forms of an owner. */
  changes: boolean;
  /** True when the page has no other owner. */
  lastOwner: boolean;
}

export function MemberRow({ member, changes, lastOwner }: MemberRowProps) {
  const { t, say } = useWords();
  const parts = usePartWords();
  return (
    <ListRow>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{member.name}</bdi>
        {member.you ? <Tag tone="good">{t("member.you")}</Tag> : null}
      </p>
      <ListDetail>
        <span>{parts.t(`role.${member.role}`)}</span>
        {member.email ? <span className="break-all">{member.email}</span> : null}
        <span>{say("member.since", { at: <TimeText at={member.joinedAt} /> })}</span>
      </ListDetail>
      {lastOwner ? <LastOwner /> : null}
      {changes && !lastOwner ? (
        <div className="pt-2">
          <MemberForms member={member} />
        </div>
      ) : null}
    </ListRow>
  );
}

function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, inviter, expiresAt } = invitation;
  const { t, say } = useWords();
  const parts = usePartWords();
  const actions = (
    <>
      <ButtonForm name={`resend-${id}`} hidden={{ intent: "resend", id }}>
        <Button label={email ? t("invitations.again_named", { email }) : t("invitations.new_link_about")}>
          {t(email ? "invitations.again" : "invitations.new_link")}
        </Button>
      </ButtonForm>
      <ButtonForm name={`revoke-${id}`} hidden={{ intent: "revoke", id }}>
        <Button look="danger" label={email ? t("invitations.revoke_named", { email }) : t("invitations.revoke_link")}>
          {t("invitations.revoke")}
        </Button>
      </ButtonForm>
    </>
  );
  return (
    <ListRow actions={actions}>
      <p className="font-medium break-all">{email ?? t("invitations.link")}</p>
      <ListDetail>
        <span>{parts.t(`role.${role}`)}</span>
        {inviter ? <span>{say("invitations.by", { name: <bdi>{inviter}</bdi> })}</span> : null}
        <span>{say("invitations.expires", { at: <TimeText at={expiresAt} /> })}</span>
      </ListDetail>
    </ListRow>
  );
}

/** Lists the invitations that are not accepted yet. */
export function InvitationList({ invitations }: { invitations: InvitationView[] }) {
  const { t } = useWords();
  if (invitations.length === 0) return <EmptyState title={t("invitations.none")} about={t("invitations.none_about")} />;
  return (
    <List>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </List>
  );
}

/** Names the operators who are not members of the page. */
export function OperatorNamesNote({ names }: { names: string[] }) {
  const { list, say } = useWords();
  if (names.length === 0) return null;
  const told = { count: names.length, names: <bdi>{list(names)}</bdi> };
  return <p className="max-w-prose text-soft">{say("operators.above", told)}</p>;
}

/** Explains the roles to a person who invites. */
export function RolesFold() {
  const { t } = useWords();
  const parts = usePartWords();
  return (
    <Fold title={t("roles.title")}>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
        {roles.map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium">{parts.t(`role.${role}`)}</dt>
            <dd className="text-soft">{t(`role_may.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

const given: Role = "responder";

export function InviteForm() {
  const { t } = useWords();
  const choices = useRoleChoices();
  return (
    <PostForm name="invite" hidden={{ intent: "invite" }}>
      <Card>
        <TextField
          name="email"
          type="email"
          label={t("invite.email")}
          hint={t("invite.email_hint")}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField name="role" label={t("invite.role")} value={given} choices={choices} />
        <div>
          <Button look="primary">{t("invite.button")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/** Shows an invitation link once, because only its hash is stored. */
export function InvitationLinkNotice({ link }: { link: string }) {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <Notice>{t("share.about")}</Notice>
      <VerbatimText label={t("share.link")}>{link}</VerbatimText>
    </div>
  );
}

/** Keeps the button behind a fold, so that one press does not leave the page. */
export function LeavePageFold() {
  const { t } = useWords();
  return (
    <Fold title={t("leave.title")} danger open={useFormState("leave") !== null}>
      <p className="max-w-prose">{t("leave.about")}</p>
      <ButtonForm name="leave" hidden={{ intent: "leave" }}>
        <Button look="danger">{t("leave.button")}</Button>
      </ButtonForm>
    </Fold>
  );
}
