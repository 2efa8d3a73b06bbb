import type { Role } from "~/rules/actor";
import type { InvitationView } from "~/usecases/invitations/list";
import type { MemberView } from "~/usecases/memberships/list";
import { Button } from "./button";
import { choicesOf, SelectField, TextField } from "./field";
import { ButtonForm, PostForm, useFormState } from "./form";
import { Card, Detail, Fold, Row, Verbatim } from "./list";
import { Notice } from "./notice";
import { Tag } from "./status-mark";
import { TimeText } from "./time-text";
import { roleWords } from "./words";

const choices = choicesOf(roleWords);

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
          Somebody changed this role first: it is {roleWords[role]} now
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
      {member.you ? null : (
        <ButtonForm name={`remove-${personId}`} version={version} hidden={{ ...hidden, intent: "remove" }}>
          <Button look="danger" label={`Remove ${name} from the page`}>
            Remove from the page
          </Button>
        </ButtonForm>
      )}
    </Fold>
  );
}

/** One member; `changes` = with the forms of an owner. */
export function MemberRow({ member, changes }: { member: MemberView; changes: boolean }) {
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
      {changes ? (
        <div className="pt-2">
          <MemberForms member={member} />
        </div>
      ) : null}
    </Row>
  );
}

export function InvitationRow({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, inviter, expiresAt } = invitation;
  const whom = email ?? "link to hand over";
  const actions = (
    <>
      <ButtonForm name={`resend-${id}`} hidden={{ intent: "resend", id }}>
        <Button label={email ? `Send again to ${email}` : "New link to hand over"}>
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
      <p className="font-medium break-all">{email ?? "A link to hand over"}</p>
      <Detail>
        <span>{roleWords[role]}</span>
        {inviter ? (
          <span>
            invited by <bdi>{inviter}</bdi>
          </span>
        ) : null}
        <span>
          good until <TimeText at={expiresAt} />
        </span>
      </Detail>
    </Row>
  );
}

const given: Role = "responder";

export function InviteForm() {
  return (
    <PostForm name="invite" hidden={{ intent: "invite" }}>
      <Card>
        <TextField
          name="email"
          type="email"
          label="Mail address"
          hint="Empty: a link is made that you hand over yourself."
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
      <Notice>Hand this link over now: it is shown this once, works once and for 7 days.</Notice>
      <Verbatim label="Link to hand over">{link}</Verbatim>
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
