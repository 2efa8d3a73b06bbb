import { useLocation } from "@remix-run/react";
import type { DeploymentPerson } from "~/people/operate";
import { Button } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { ButtonFold } from "~/ui/parts/unfold";
import type { TableColumn } from "~/ui/table/list-table";
import { listViewPath } from "~/ui/table/table-view";
import { useWords } from "./words/words";

const actKeys = {
  "end-sessions": "end_sessions",
  "end-operator": "end_operator",
  disable: "disable",
  enable: "enable",
} as const;

type PersonIntent = keyof typeof actKeys;

interface PersonActProps {
  person: DeploymentPerson;
  intent: PersonIntent;
}

/** Shows what the action would do to the person, and the button that does it. */
function PersonAct({ person: { id, name }, intent }: PersonActProps) {
  const { t } = useWords();
  const parts = usePartWords();
  const action = listViewPath(useLocation());
  const label = t(`people.${actKeys[intent]}`);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose">{t(`people.${actKeys[intent]}_about`)}</p>
      <ButtonForm name={`${intent}-${id}`} action={action} hidden={{ intent, id }}>
        <Button look="danger" label={parts.t("label.named", { label, about: name })}>
          {label}
        </Button>
      </ButtonForm>
    </div>
  );
}

/** Acts that apply to a person; an operator cannot disable themselves. */
function intentsOf({ disabledAt, operator, self, sessions }: DeploymentPerson): PersonIntent[] {
  const access: PersonIntent[] = self ? [] : [disabledAt === null ? "disable" : "enable"];
  return [
    ...(sessions > 0 ? ["end-sessions" as const] : []),
    ...(operator ? ["end-operator" as const] : []),
    ...access,
  ];
}

function PersonActs({ person }: { person: DeploymentPerson }) {
  const { t } = useWords();
  const { id } = person;
  const refusals = [
    useFormState(`end-sessions-${id}`),
    useFormState(`end-operator-${id}`),
    useFormState(`disable-${id}`),
    useFormState(`enable-${id}`),
  ];
  const intents = intentsOf(person);
  if (intents.length === 0) return null;
  return (
    <ButtonFold label={t("people.change")} about={person.name} open={refusals.some((state) => state !== null)}>
      {intents.map((intent) => (
        <PersonAct key={intent} person={person} intent={intent} />
      ))}
    </ButtonFold>
  );
}

function NameCell({ person }: { person: DeploymentPerson }) {
  const { t } = useWords();
  return (
    <span className="flex flex-wrap items-center gap-2 font-medium">
      <bdi>{person.name}</bdi>
      {person.operator ? <Tag>{t("people.operator")}</Tag> : null}
      {person.disabledAt === null ? null : <Tag tone="waiting">{t("people.disabled")}</Tag>}
    </span>
  );
}

/**
 * Returns the columns of the list of accounts. Only the name can be sorted, because the query reads the list by name.
 */
export function usePersonColumns(): TableColumn<DeploymentPerson>[] {
  const { t } = useWords();
  return [
    { key: "name", head: t("people.name"), sorts: "ascending", cell: (person) => <NameCell person={person} /> },
    {
      key: "email",
      head: t("people.email"),
      cell: ({ email }) =>
        email === null ? (
          <span className="text-soft">{t("people.no_email")}</span>
        ) : (
          <span className="break-all">{email}</span>
        ),
    },
    { key: "sessions", head: t("people.sessions"), numeric: true, phone: "labelled", cell: ({ sessions }) => sessions },
    { key: "tokens", head: t("people.tokens"), numeric: true, phone: "labelled", cell: ({ tokens }) => tokens },
    { key: "change", head: t("people.change"), cell: (person) => <PersonActs person={person} /> },
  ];
}
