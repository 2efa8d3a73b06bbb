import type { Role } from "~/rules/basics/actor";
import type { InvitationView } from "~/usecases/invitations/list";
import type { MemberView } from "~/usecases/memberships/list";
import { Button } from "../parts/button";
import { choicesOf, SelectField, TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card, Detail, Fold, Row, Verbatim } from "../parts/list";
import { Notice } from "../parts/notice";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { roleWords } from "../parts/words";

const choices = choicesOf(roleWords);

/** Asked a second time: who is removed sees nothing any more, from that moment on. */
function Removal({ member: { personId, name, version }, refused }: { member: MemberView; refused: boolean }) {
  return (
    <details open={refused}>
      <summary className="min-h-11 w-fit py-2.5 pe-4 text-danger">Remove {name}…</summary>
      <div className="grid gap-3 pt-2">
        <p className="max-w-prose">
          {name} sees nothing of this page any more, from that moment on, until an owner invites them again. What they
          did stays in the audit log.
        </p>
        <ButtonForm name={`remove-${personId}`} version={version} hidden={{ person: personId, intent: "remove" }}>
          <Button look="danger" label={`Remove ${name} from the page`}>
            Remove from the page
          </Button>
        </ButtonForm>
      </div>
    </details>
  );
}

/** Nobody can take the page's last owner away; said before somebody tries. */
const LastOwner = () => (
  <p className="pt-1 text-sm text-soft">
    The last owner can’t leave or be downgraded. Make someone else an owner first.
  </p>
);

function MemberForms({ member }: { member: MemberView }) {
  const { personId, name, role, version } = member;
  const hidden = { person: personId };
  const changing = useFormState(`role-${personId}`);
  const removing = useFormState(`remove-${personId}`);
  const conflict = changing?.conflict || removing?.conflict;
  return (
    <Fold title={`Change ${name}`} open={changing !== null || removing !== null}>
      {conflict ? (
        <Notice tone="warning">
          Someone changed this role first: it is {roleWords[role]} now
          {changing ? `, and you chose ${roleWords[changing.values.role as Role] ?? "another"}` : ""}. Nothing of yours
          was saved; look and send it again.
        </Notice>
      ) : null}
      <PostForm name={`role-${personId}`} version={version} hidden={{ ...hidden, intent: "role" }}>
        <SelectField name="role" label={`Role of ${name}`} value={role} choices={choices} />
        <div>
          <Button label={`Save the role of ${name}`}>Save the role</Button>
        </div>
      </PostForm>
      {member.you ? null : <Removal member={member} refused={removing !== null} />}
    </Fold>
  );
}

interface MemberRowProps {
  member: MemberView;
  /** With the forms of an owner. */
  changes: boolean;
  /** The page has no other owner. */
  lastOwner: boolean;
}

export function MemberRow({ member, changes, lastOwner }: MemberRowProps) {
  return (
    <Row>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{member.name}</bdi>
        {member.you ? <Tag tone="good">You</Tag> : null}
      </p>
      <Detail>
        <span>{roleWords[member.role]}</span>
        {member.email ? <span className="break-all">{member.email}</span> : null}
        <span>
          since <TimeText at={member.joinedAt} />
        </span>
      </Detail>
      {lastOwner ? <LastOwner /> : null}
      {changes && !lastOwner ? (
        <div className="pt-2">
          <MemberForms member={member} />
        </div>
      ) : null}
    </Row>
  );
}

export function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, inviter, expiresAt } = invitation;
  const whom = email ?? "invitation link";
  const actions = (
    <>
      <ButtonForm name={`resend-${id}`} hidden={{ intent: "resend", id }}>
        <Button label={email ? `Send again to ${email}` : "New link for this invitation"}>
          {email ? "Send again" : "New link"}
        </Button>
      </ButtonForm>
      <ButtonForm name={`revoke-${id}`} hidden={{ intent: "revoke", id }}>
        <Button look="danger" label={`Revoke: ${whom}`}>
          Revoke
        </Button>
      </ButtonForm>
    </>
  );
  return (
    <Row actions={actions}>
      <p className="font-medium break-all">{email ?? "A invitation link"}</p>
      <Detail>
        <span>{roleWords[role]}</span>
        {inviter ? (
          <span>
            invited by <bdi>{inviter}</bdi>
          </span>
        ) : null}
        <span>
          expires <TimeText at={expiresAt} />
        </span>
      </Detail>
    </Row>
  );
}

/** Who stands above the page without being of it. */
export function OperatorsAbove({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="max-w-prose text-soft">
      Not a member: {names.length === 1 ? "stands the operator" : "stand the operators"} of the deployment,{" "}
      <bdi>{names.join(", ")}</bdi>: no {names.length === 1 ? "member" : "members"}, so without a look at anything here.
      Operators may join any page; the audit log says so.
    </p>
  );
}

/** What each role may do, for who invites. */
export function RolesFold() {
  return (
    <Fold title="What each role may do">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
        {(Object.keys(roleDeeds) as Role[]).map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium">{roleWords[role]}</dt>
            <dd className="text-soft">{roleDeeds[role]}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  );
}

const roleDeeds: Record<Role, string> = {
  viewer: "sees everything of the page, and changes nothing.",
  responder: "opens and updates incidents, schedules maintenance, handles alerts, mutes, and sets statuses manually.",
  admin: "also changes components, sources, monitors, subscribers and channels, and withdraws incidents.",
  owner: "also manages members, the page’s address and visibility, and can delete the page.",
};

const given: Role = "responder";

export function InviteForm() {
  return (
    <PostForm name="invite" hidden={{ intent: "invite" }}>
      <Card>
        <TextField
          name="email"
          type="email"
          label="Email address"
          hint="Leave empty to get a link you can share yourself."
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField name="role" label="Role" value={given} choices={choices} />
      </Card>
      <div>
        <Button look="primary">Invite</Button>
      </div>
    </PostForm>
  );
}

/** Shown once: only its hash is kept. */
export function HandOver({ link }: { link: string }) {
  return (
    <div role="status" className="grid gap-3">
      <Notice>Share this link now. It is shown only once, works once and expires after 7 days.</Notice>
      <Verbatim label="Invitation link">{link}</Verbatim>
    </div>
  );
}

/** One press must not cost anybody the page: the button is behind a fold. */
export function LeaveFold() {
  return (
    <Fold title="Leave the team of this page" open={useFormState("leave") !== null}>
      <p className="max-w-prose">You see nothing of it any more, from that moment on, until an owner invites you.</p>
      <ButtonForm name="leave" hidden={{ intent: "leave" }}>
        <Button look="danger">Leave this page</Button>
      </ButtonForm>
    </Fold>
  );
}
