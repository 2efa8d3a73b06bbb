import { useLocation } from "@remix-run/react";
import type { Role } from "~/access/actor";
import { Button, ButtonLink } from "~/ui/parts/button";
import { SelectField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Fold } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { isPartWordKey, useWords as usePartWords } from "~/ui/parts/part-words";
import { QuestionHead } from "~/ui/parts/question-head";
import { listViewPath, rowFormsParam } from "~/ui/table/table-view";
import type { MemberView } from "../memberships/verbs";
import { useAllRoleChoices } from "./role-choices";
import { useWords } from "./words/words";

interface RemovalProps {
  member: MemberView;
  action: string;
  /** True when it was tried and refused. */
  refused: boolean;
}

/** Asks for confirmation, because a removed member loses access at once. */
function Removal({ member: { personId, name, version }, action, refused }: RemovalProps) {
  const { t, say } = useWords();
  return (
    <Fold title={t("remove.title", { name })} danger open={refused}>
      <p className="max-w-prose">{say("remove.about", { name: <bdi>{name}</bdi> })}</p>
      <ButtonForm
        name={`remove-${personId}`}
        action={action}
        version={version}
        hidden={{ person: personId, intent: "remove" }}
      >
        <Button look="danger" label={t("remove.button_named", { name })}>
          {t("remove.button")}
        </Button>
      </ButtonForm>
    </Fold>
  );
}

/** Says that another change was first: the present role, and the role that was chosen here. */
function RoleConflict({ role, chosen }: { role: Role; chosen: string | undefined }) {
  const { t } = useWords();
  const parts = usePartWords();
  const now = parts.t(`role.${role}`);
  return (
    <NoticeBanner tone="warning">
      {chosen !== undefined && isPartWordKey("role", chosen)
        ? t("member.conflict_chosen", { role: now, chosen: parts.t(`role.${chosen}`) })
        : t("member.conflict", { role: now })}
    </NoticeBanner>
  );
}

/** Links to the forms of a member, which would be too large for the member's row. */
export function MemberFormsLink({ member: { personId, name } }: { member: MemberView }) {
  const { t } = useWords();
  const parts = usePartWords();
  const label = t("member.change");
  return (
    <ButtonLink
      to={listViewPath(useLocation(), { [rowFormsParam]: personId })}
      label={parts.t("label.named", { label, about: name })}
    >
      {parts.t("label.more", { label })}
    </ButtonLink>
  );
}

interface MemberFormsProps {
  member: MemberView;
  /** True when the page has no other owner: nothing can be changed, and it says why before anyone tries. */
  lastOwner: boolean;
}

function ChangeForms({ member }: { member: MemberView }) {
  const { personId, name, role, version } = member;
  const { t } = useWords();
  const choices = useAllRoleChoices();
  const changing = useFormState(`role-${personId}`);
  const removing = useFormState(`remove-${personId}`);
  const action = listViewPath(useLocation(), { [rowFormsParam]: personId });
  const hidden = { person: personId, intent: "role" };
  return (
    <>
      {changing?.conflict || removing?.conflict ? <RoleConflict role={role} chosen={changing?.values.role} /> : null}
      <PostForm name={`role-${personId}`} action={action} version={version} hidden={hidden}>
        <SelectField name="role" label={t("member.role", { name })} value={role} choices={choices} />
        <div>
          <Button look="primary" label={t("member.save_named", { name })}>
            {t("member.save")}
          </Button>
        </div>
      </PostForm>
      {member.you ? null : <Removal member={member} action={action} refused={removing !== null} />}
    </>
  );
}

/** Shows the forms with which an owner changes a member, on a separate page that links back to the list as it was. */
export function MemberFormsPanel({ member, lastOwner }: MemberFormsProps) {
  const { t } = useWords();
  const list = listViewPath(useLocation());
  return (
    <>
      <QuestionHead title={member.name} note={member.email} />
      {lastOwner ? <p className="max-w-prose">{t("member.last_owner")}</p> : <ChangeForms member={member} />}
      <div>
        <ButtonLink to={list}>{t("member.see_all")}</ButtonLink>
      </div>
    </>
  );
}
