import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import {
  disablePerson,
  enablePerson,
  endOperator,
  endSessionsOf,
  listPeople,
  type OperatedPerson,
} from "~/usecases/people/operate";
import { onDesk, orThrow } from "../frame/desk";
import { Shell } from "../frame/shell";
import { mustBeProven } from "../frame/step-up";
import { ButtonLink } from "../parts/button";
import { Confirm } from "../parts/confirm";
import { Detail, List, PageHead, Row } from "../parts/list";
import { answer, readPosted, showFailure, typed } from "../parts/posted";
import { Tag } from "../parts/status-mark";

export { clientAction } from "../frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "People · Deployment · Upfront" }];

const here = "/manage/deployment/people";

export const loader = onDesk(async ({ ctx, url }) =>
  orThrow(await listPeople(ctx, { after: url.searchParams.get("after") ?? undefined })),
);

const acts = {
  "end-sessions": [endSessionsOf, "sessions-ended"],
  disable: [disablePerson, "person-disabled"],
  enable: [enablePerson, "person-enabled"],
  "end-operator": [endOperator, "operator-ended"],
} as const;

const isAct = (word: string): word is keyof typeof acts => Object.hasOwn(acts, word);

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const { intent, commitId } = posted;
  if (!isAct(intent)) return showFailure(posted, { name: "invalid", fields: { "": "Choose what to do." } });
  mustBeProven(desk);
  const [act, said] = acts[intent];
  return answer(posted, await act(desk.ctx, { id: typed(posted.fields, "id"), commitId }), here, said);
});

interface ActProps {
  person: OperatedPerson;
  intent: keyof typeof acts;
  label: string;
  children: string;
}

const Act = ({ person: { id, name }, intent, label, children }: ActProps) => (
  <Confirm name={`${intent}-${id}`} hidden={{ intent, id }} label={label} about={name}>
    {children}
  </Confirm>
);

function Acts({ person }: { person: OperatedPerson }) {
  const { disabledAt, operator, self, sessions } = person;
  return (
    <>
      {sessions > 0 ? (
        <Act person={person} intent="end-sessions" label="End sessions">
          They are signed out everywhere and can sign in again.
        </Act>
      ) : null}
      {operator ? (
        <Act person={person} intent="end-operator" label="Take operator away">
          They keep their roles on pages and no longer see this area.
        </Act>
      ) : null}
      {self ? null : disabledAt === null ? (
        <Act person={person} intent="disable" label="Disable">
          They are signed out, their API tokens are revoked, and no way to sign in works until you enable them again.
        </Act>
      ) : (
        <Act person={person} intent="enable" label="Enable">
          They can sign in again. Their sessions and API tokens stay ended.
        </Act>
      )}
    </>
  );
}

const PersonRow = ({ person }: { person: OperatedPerson }) => (
  <Row actions={<Acts person={person} />}>
    <p className="flex flex-wrap items-center gap-2 font-medium">
      <bdi>{person.name}</bdi>
      {person.operator ? <Tag>Operator</Tag> : null}
      {person.disabledAt === null ? null : <Tag tone="waiting">Disabled</Tag>}
    </p>
    <Detail>
      <span className="break-all">{person.email ?? "no email address"}</span>
      <span>sessions: {person.sessions}</span>
      <span>API tokens: {person.tokens}</span>
    </Detail>
  </Row>
);

/** Everybody with an account, on whatever page, and what an operator may do about it. */
export default function DeploymentPeople() {
  const { people, next } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead title="People" note="Everyone with an account on this deployment." />
      <List>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </List>
      {next === null ? null : <ButtonLink to={`${here}?after=${encodeURIComponent(next)}`}>Next people</ButtonLink>}
    </Shell>
  );
}
