import type { TokenLife } from "~/rules/people/api-token";
import type { TokenView } from "~/usecases/people/tokens/list";
import { Button } from "../parts/button";
import { Confirm } from "../parts/confirm";
import { CheckboxField, choicesOf, SelectField, TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Detail, EmptyState, Fold, List, Row, Verbatim } from "../parts/list";
import { Notice } from "../parts/notice";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { roleWords } from "../parts/words";

const lifeWords: Record<TokenLife, string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
};
const lives = (["7", "30", "90", "365"] as const).map((value) => ({ value, label: lifeWords[value] }));

/** When a token was used last and when it ends. */
export function TokenTimes({ token: { createdAt, expiresAt, expired, lastUsedAt } }: { token: TokenView }) {
  return (
    <>
      <span>
        made <TimeText at={createdAt} />
      </span>
      <span>{lastUsedAt === null ? "never used" : <>last used {<TimeText at={lastUsedAt} />}</>}</span>
      {expiresAt === null ? (
        <span>no expiry</span>
      ) : (
        <span>
          {expired ? "expired" : "expires"} <TimeText at={expiresAt} />
        </span>
      )}
    </>
  );
}

export function TokenName({ token: { name, readOnly, expired } }: { token: TokenView }) {
  return (
    <p className="flex flex-wrap items-center gap-2 font-medium">
      <bdi>{name}</bdi>
      {readOnly ? <Tag>Read only</Tag> : null}
      {expired ? <Tag tone="waiting">Expired</Tag> : null}
    </p>
  );
}

function TokenRow({ token }: { token: TokenView }) {
  const { id, name, role } = token;
  const revoke = (
    <Confirm name={`token-revoke-${id}`} hidden={{ intent: "token-revoke", id }} label="Revoke" about={`token ${name}`}>
      Whatever uses this token is refused from that moment on. It cannot be brought back; make a new one instead.
    </Confirm>
  );
  return (
    <Row actions={revoke}>
      <TokenName token={token} />
      <Detail>
        <span>at most {roleWords[role]}</span>
        <TokenTimes token={token} />
      </Detail>
    </Row>
  );
}

/** Shown once: only its hash is kept. */
export function TokenSecret({ secret }: { secret: string }) {
  return (
    <div role="status" className="grid gap-3">
      <Notice>Copy this token now. You won’t see it again.</Notice>
      <Verbatim label="The new API token">{secret}</Verbatim>
    </div>
  );
}

function TokenForm() {
  return (
    <PostForm name="token" hidden={{ intent: "token-create" }}>
      <TextField
        name="name"
        label="Name of the token"
        hint="What will use it, for example Prometheus."
        autoComplete="off"
        required
      />
      <SelectField
        name="role"
        label="Highest role"
        hint="It can do what you can on each page, up to this role."
        value="responder"
        choices={choicesOf(roleWords)}
      />
      <SelectField name="life" label="Expires after" value="90" choices={lives} />
      <CheckboxField name="read_only" label="Only reads" hint="Enough for metrics and dashboards." checked={false} />
      <div>
        <Button>Create token</Button>
      </div>
    </PostForm>
  );
}

/** `secret` = of the token that was made just now. */
export function Tokens({ tokens, secret }: { tokens: TokenView[]; secret: string | null }) {
  const making = useFormState("token") !== null;
  return (
    <>
      {secret ? <TokenSecret secret={secret} /> : null}
      {tokens.length === 0 ? (
        <EmptyState title="No API token">
          <p>
            A program that works for you, such as Prometheus or a deploy script, signs in with a token of its own. How:{" "}
            <a href="/api/v1/docs">the API</a>.
          </p>
        </EmptyState>
      ) : (
        <List>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </List>
      )}
      <Fold title="Create an API token" open={making}>
        <TokenForm />
      </Fold>
    </>
  );
}
