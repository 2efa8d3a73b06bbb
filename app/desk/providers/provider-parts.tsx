import { useActionData } from "@remix-run/react";
import { Button } from "../parts/button";
import { ButtonForm } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Detail, EmptyState, List, Row, RowLink, Verbatim } from "../parts/list";
import { Notice } from "../parts/notice";

interface ListedProvider {
  id: string;
  name: string;
  issuer: string;
}

/** On the deployment's page. */
export function ProviderList({ providers }: { providers: ListedProvider[] }) {
  if (providers.length === 0) {
    return (
      <EmptyState title="No identity providers yet">
        <p>
          Add Google, Microsoft Entra, Keycloak or any OpenID Connect provider so your team can sign in with existing
          accounts. Only invited people get access.
        </p>
      </EmptyState>
    );
  }
  return (
    <List>
      {providers.map(({ id, name, issuer }) => (
        <Row key={id}>
          <RowLink to={`/manage/deployment/providers/${id}`}>{name}</RowLink>
          <Detail>
            <span className="break-all">{issuer}</span>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

interface Check {
  ok: boolean;
  found: string[];
}

const checkOf = (data: unknown): Check | null =>
  typeof data === "object" && data !== null && "checked" in data ? (data.checked as Check) : null;

/** Asks the provider at once and says what it found. */
export function CheckProvider({ redirect }: { redirect: string }) {
  const check = checkOf(useActionData());
  const [verdict, ...more] = check?.found ?? [];
  return (
    <>
      <p className="max-w-prose">Register this exact redirect URI with the provider:</p>
      <Verbatim label="Redirect address">{redirect}</Verbatim>
      {check ? (
        <div role="status">
          <Notice tone={check.ok ? "good" : "warning"}>
            <p className="font-semibold">{verdict}</p>
            {more.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        </div>
      ) : null}
      <ButtonForm name="check">
        <Button>Check it</Button>
      </ButtonForm>
    </>
  );
}

const whomWords = (people: number): string => {
  if (people === 0) return "Nobody has signed in with it yet.";
  const who = people === 1 ? "One person signs in by it and is" : `${people} people sign in by it and are`;
  return `${who} signed out everywhere. From then on they need a mailed link or a passkey.`;
};

export const ProviderDanger = ({ version, people }: { version: number; people: number }) => (
  <SureFold
    name="delete"
    version={version}
    title="Delete this provider"
    label="Yes, delete it"
    button="Delete the provider"
  >
    <p className="max-w-prose">{whomWords(people)}</p>
  </SureFold>
);
