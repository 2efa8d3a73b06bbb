import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import {
  type DeploymentPerson,
  disablePerson,
  enablePerson,
  endSessionsOfPerson,
  listDeploymentPeople,
  revokeOperatorRight,
} from "~/people/operate";
import { deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { ConfirmFold } from "~/ui/parts/confirm";
import { List, ListDetail, ListRow, PageHead } from "~/ui/parts/list";
import { formErrorsResponse, formResultResponse, postedText, readPostedForm } from "~/ui/parts/posted-form";
import { Tag } from "~/ui/parts/status-mark";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "people.title");

const here = "/manage/deployment/people";

export const loader = deskHandler(async ({ ctx, url }) =>
  unwrapOrThrow(await listDeploymentPeople(ctx, { after: url.searchParams.get("after") ?? undefined })),
);

const acts = {
  "end-sessions": [endSessionsOfPerson, "sessions-ended"],
  disable: [disablePerson, "person-disabled"],
  enable: [enablePerson, "person-enabled"],
  "end-operator": [revokeOperatorRight, "operator-removed"],
} as const;

const isAct = (word: string): word is keyof typeof acts => Object.hasOwn(acts, word);

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { intent, commitId } = posted;
  if (!isAct(intent)) return formErrorsResponse(posted, { "": wordsIn(posted.language).t("people.choose") });
  const [act, said] = acts[intent];
  return formResultResponse(posted, await act(desk.ctx, { id: postedText(posted.fields, "id"), commitId }), here, said);
});

interface PersonActionProps {
  person: DeploymentPerson;
  intent: keyof typeof acts;
}

const actKeys = {
  "end-sessions": "end_sessions",
  disable: "disable",
  enable: "enable",
  "end-operator": "end_operator",
} as const satisfies Record<keyof typeof acts, string>;

function Act({ person: { id, name }, intent }: PersonActionProps) {
  const { t } = useWords();
  const key = actKeys[intent];
  return (
    <ConfirmFold name={`${intent}-${id}`} hidden={{ intent, id }} label={t(`people.${key}`)} about={name}>
      {t(`people.${key}_about`)}
    </ConfirmFold>
  );
}

function Acts({ person }: { person: DeploymentPerson }) {
  const { disabledAt, operator, self, sessions } = person;
  return (
    <>
      {sessions > 0 ? <Act person={person} intent="end-sessions" /> : null}
      {operator ? <Act person={person} intent="end-operator" /> : null}
      {self ? null : disabledAt === null ? (
        <Act person={person} intent="disable" />
      ) : (
        <Act person={person} intent="enable" />
      )}
    </>
  );
}

function PersonRow({ person }: { person: DeploymentPerson }) {
  const { t } = useWords();
  return (
    <ListRow actions={<Acts person={person} />}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{person.name}</bdi>
        {person.operator ? <Tag>{t("people.operator")}</Tag> : null}
        {person.disabledAt === null ? null : <Tag tone="waiting">{t("people.disabled")}</Tag>}
      </p>
      <ListDetail>
        <span className="break-all">{person.email ?? t("people.no_email")}</span>
        <span>{t("people.sessions", { number: person.sessions })}</span>
        <span>{t("people.tokens", { number: person.tokens })}</span>
      </ListDetail>
    </ListRow>
  );
}

/** Lists everyone with an account, on any page, and an operator's actions for each. */
export default function DeploymentPeople() {
  const { t } = useWords();
  const { people, next } = useLoaderData<typeof loader>();
  return (
    <ManagementShell>
      <PageHead title={t("people.heading")} note={t("people.about")} />
      <List>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </List>
      {next === null ? null : (
        <ButtonLink to={`${here}?after=${encodeURIComponent(next)}`}>{t("people.next")}</ButtonLink>
      )}
    </ManagementShell>
  );
}
