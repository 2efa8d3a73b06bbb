import { roles } from "~/access/actor";
import { firstFreeName } from "~/text/proposed-name";
import { Button } from "~/ui/parts/button";
import { ConfirmFold } from "~/ui/parts/confirm";
import { CheckboxField, SelectField, TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { EmptyState, Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { tokenLifetimeChoices } from "../../rules/api-token";
import type { ApiTokenView } from "../../tokens/verbs";
import { useWords } from "./words/words";

/** Shows when a token was last used and when it expires. */
export function ApiTokenTimesText({ token: { createdAt, expiresAt, expired, lastUsedAt } }: { token: ApiTokenView }) {
  const { t, say } = useWords();
  return (
    <>
      <span>{say("token.created", { at: <TimeText at={createdAt} /> })}</span>
      <span>
        {lastUsedAt === null ? t("token.never_used") : say("token.last_used", { at: <TimeText at={lastUsedAt} /> })}
      </span>
      <span>
        {expiresAt === null
          ? t("token.no_expiry")
          : say(expired ? "token.expired_at" : "token.expires_at", { at: <TimeText at={expiresAt} /> })}
      </span>
    </>
  );
}

export function ApiTokenNameText({ token: { name, readOnly, drafter, inUrl, expired } }: { token: ApiTokenView }) {
  const { t } = useWords();
  return (
    <p className="flex flex-wrap items-center gap-2 font-medium">
      <bdi>{name}</bdi>
      {readOnly ? <Tag>{t("token.read_only")}</Tag> : null}
      {drafter ? <Tag>{t("token.drafter")}</Tag> : null}
      {inUrl ? <Tag tone="waiting">{t("token.in_url")}</Tag> : null}
      {expired ? <Tag tone="waiting">{t("token.expired")}</Tag> : null}
    </p>
  );
}

function TokenRow({ token }: { token: ApiTokenView }) {
  const { id, name, role } = token;
  const { t } = useWords();
  const parts = usePartWords();
  const revoke = (
    <ConfirmFold
      name={`token-revoke-${id}`}
      hidden={{ intent: "token-revoke", id }}
      label={t("token.revoke")}
      about={t("token.revoke_of", { name })}
    >
      {t("token.revoke_about")}
    </ConfirmFold>
  );
  return (
    <ListRow actions={revoke}>
      <ApiTokenNameText token={token} />
      <ListRowDetail>
        <span>{t("token.role", { role: parts.t(`role.${role}`) })}</span>
        <ApiTokenTimesText token={token} />
      </ListRowDetail>
    </ListRow>
  );
}

/** Shows a token's secret once, because only its hash is stored. */
export function ApiTokenSecretBanner({ secret }: { secret: string }) {
  const { t } = useWords();
  return (
    <div role="status" className="grid gap-3">
      <NoticeBanner>{t("token_secret.copy")}</NoticeBanner>
      <VerbatimText label={t("token_secret.label")}>{secret}</VerbatimText>
    </div>
  );
}

function TokenForm({ name }: { name: string }) {
  const { t } = useWords();
  const parts = usePartWords();
  return (
    <PostForm name="token" hidden={{ intent: "token-create" }}>
      <TextField
        name="name"
        label={t("token_form.name")}
        hint={t("token_form.name_hint")}
        value={name}
        autoComplete="off"
        required
      />
      <SelectField
        name="role"
        label={t("token_form.role")}
        hint={t("token_form.role_hint")}
        value="responder"
        choices={roles.map((value) => ({ value, label: parts.t(`role.${value}`) }))}
      />
      <SelectField
        name="life"
        label={t("token_form.life")}
        value="90"
        choices={tokenLifetimeChoices.map((value) => ({ value, label: t(`token_life.${value}`) }))}
      />
      <CheckboxField
        name="read_only"
        label={t("token_form.read_only")}
        hint={t("token_form.read_only_hint")}
        checked={false}
      />
      <CheckboxField
        name="drafter"
        label={t("token_form.drafter")}
        hint={t("token_form.drafter_hint")}
        checked={false}
      />
      <CheckboxField name="in_url" label={t("token_form.in_url")} hint={t("token_form.in_url_hint")} checked={false} />
      <div>
        <Button>{t("token_form.create")}</Button>
      </div>
    </PostForm>
  );
}

/** Lists one's tokens. `secret`: that of the token that was just created. */
export function ApiTokensPanel({ tokens, secret }: { tokens: ApiTokenView[]; secret: string | null }) {
  const making = useFormState("token") !== null;
  const { t, say } = useWords();
  return (
    <>
      {secret ? <ApiTokenSecretBanner secret={secret} /> : null}
      {tokens.length === 0 ? (
        <EmptyState title={t("token.none")}>
          <p>{say("token.none_about", { docs: <a href="/api/v1/docs">{t("token.docs")}</a> })}</p>
        </EmptyState>
      ) : (
        <ListPanel>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ListPanel>
      )}
      <Fold title={t("token_form.title")} open={making}>
        <TokenForm
          name={firstFreeName(
            t("token_form.proposal"),
            tokens.map((each) => each.name),
          )}
        />
      </Fold>
    </>
  );
}
