import { ConfirmFold } from "~/ui/parts/confirm";
import { EmptyState, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { ApiTokenNameText, ApiTokenTimesText } from "../account/desk/account-tokens";
import type { PageApiTokenView } from "../tokens/verbs";
import { useWords } from "./words/words";

function TokenRow({ token }: { token: PageApiTokenView }) {
  const { id, name, maker, roleHere } = token;
  const { t, say } = useWords();
  const parts = usePartWords();
  const by = { name: <bdi>{maker}</bdi> };
  const revoke = (
    <ConfirmFold
      name={`token-revoke-${id}`}
      hidden={{ intent: "token-revoke", id }}
      label={t("tokens.revoke")}
      about={t("tokens.which", { token: name, name: maker })}
    >
      {say("tokens.revoke_about", by)}
    </ConfirmFold>
  );
  return (
    <ListRow actions={revoke}>
      <ApiTokenNameText token={token} />
      <ListRowDetail>
        <span>{say("tokens.by", by)}</span>
        <span>{t("tokens.role", { role: parts.t(`role.${roleHere}`) })}</span>
        <ApiTokenTimesText token={token} />
      </ListRowDetail>
    </ListRow>
  );
}

/** Lists the tokens with which programs act on this page for its members. */
export function PageTokensPanel({ tokens }: { tokens: PageApiTokenView[] }) {
  const { t } = useWords();
  if (tokens.length === 0) return <EmptyState title={t("tokens.none")} about={t("tokens.none_about")} />;
  return (
    <ListPanel>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} />
      ))}
    </ListPanel>
  );
}
