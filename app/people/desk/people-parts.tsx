import { type Role, roles } from "~/access/actor";
import { Button } from "~/ui/parts/button";
import { SelectField, TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card, EmptyState, Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { InvitationView } from "../invitations/verbs";
import { useAllRoleChoices } from "./role-choices";
import { useWords } from "./words/words";

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
      <ListRowDetail>
        <span>{parts.t(`role.${role}`)}</span>
        {inviter ? <span>{say("invitations.by", { name: <bdi>{inviter}</bdi> })}</span> : null}
        <span>{say("invitations.expires", { at: <TimeText at={expiresAt} /> })}</span>
      </ListRowDetail>
    </ListRow>
  );
}

/** Lists the invitations that are not accepted yet. */
export function InvitationsPanel({ invitations }: { invitations: InvitationView[] }) {
  const { t } = useWords();
  if (invitations.length === 0) return <EmptyState title={t("invitations.none")} about={t("invitations.none_about")} />;
  return (
    <ListPanel>
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} />
      ))}
    </ListPanel>
  );
}

/** Names the operators who are not members of the page. */
export function OperatorNamesText({ names }: { names: string[] }) {
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
  const choices = useAllRoleChoices();
  return (
    <PostForm name="invite" hidden={{ intent: "invite" }}>
      <Card>
        <TextField
          name="email"
          type="email"
          label={t("invite.email")}
          hint={t("invite.email_hint")}
          autoComplete="off"
          spellCheck="false"
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
export function InvitationLinkBanner({ link }: { link: string }) {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <NoticeBanner>{t("share.about")}</NoticeBanner>
      <VerbatimText label={t("share.link")}>{link}</VerbatimText>
    </div>
  );
}

/** Shows the button for leaving the page only after it is unfolded, so that a single press does not leave. */
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
