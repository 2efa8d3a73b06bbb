import type { PageTokenView } from "~/usecases/people/tokens/list";
import { TokenName, TokenTimes } from "../account/account-tokens";
import { Confirm } from "../parts/confirm";
import { Detail, EmptyState, List, Row } from "../parts/list";
import { roleWords } from "../parts/words";

function TokenRow({ token }: { token: PageTokenView }) {
  const { id, name, maker, roleHere } = token;
  const revoke = (
    <Confirm
      name={`token-revoke-${id}`}
      hidden={{ intent: "token-revoke", id }}
      label="Revoke"
      about={`token ${name} of ${maker}`}
    >
      Whatever uses this token is refused from that moment on, on every page that <bdi>{maker}</bdi> is a member of. It
      cannot be brought back.
    </Confirm>
  );
  return (
    <Row actions={revoke}>
      <TokenName token={token} />
      <Detail>
        <span>
          of <bdi>{maker}</bdi>
        </span>
        <span>{roleWords[roleHere]} here</span>
        <TokenTimes token={token} />
      </Detail>
    </Row>
  );
}

/** The programs that work on this page for its members. */
export function PeopleTokens({ tokens }: { tokens: PageTokenView[] }) {
  if (tokens.length === 0) {
    return (
      <EmptyState title="No API token">
        <p>Each member makes their own on the account page. A token may never do more here than its maker.</p>
      </EmptyState>
    );
  }
  return (
    <List>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </List>
  );
}
