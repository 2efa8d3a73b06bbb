import { type ProviderButtonChoice, ProviderButtons } from "~/providers/desk/provider-buttons";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import type { ListedIdentity } from "../../identities";
import { useWords } from "./words/words";

interface IdentityListProps {
  identities: ListedIdentity[];
  /** All identity providers; those that are not connected are offered. */
  providers: ProviderButtonChoice[];
}

function IdentityRow({ identity }: { identity: ListedIdentity }) {
  const { id, provider, email, createdAt, lastUsedAt } = identity;
  const { t, say } = useWords();
  const disconnect = (
    <ButtonForm name={`identity-${id}`} hidden={{ intent: "disconnect", id }}>
      <Button look="danger" label={t("identity.disconnect_of", { provider })}>
        {t("identity.disconnect")}
      </Button>
    </ButtonForm>
  );
  return (
    <ListRow actions={disconnect}>
      <p className="font-medium">
        <bdi>{provider}</bdi>
      </p>
      <ListRowDetail>
        {email === "" ? null : <span className="break-all">{email}</span>}
        <span>{say("identity.connected", { at: <TimeText at={createdAt} /> })}</span>
        <span>
          {lastUsedAt === null
            ? t("identity.never_used")
            : say("identity.last_used", { at: <TimeText at={lastUsedAt} /> })}
        </span>
      </ListRowDetail>
    </ListRow>
  );
}

/**
 * Lists the providers by which a person can sign in, and those that can be connected. Empty when the deployment has
 * none.
 */
export function IdentitiesPanel({ identities, providers }: IdentityListProps) {
  const { t } = useWords();
  const connected = new Set(identities.map(({ providerId }) => providerId));
  const open = providers.filter(({ id }) => !connected.has(id));
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {identities.length === 0 ? (
        <p className="max-w-prose text-soft">{t("identity.none_about")}</p>
      ) : (
        <>
          <ListPanel>
            {identities.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} />
            ))}
          </ListPanel>
          <p className="text-sm text-soft">{t("identity.disconnect_about")}</p>
        </>
      )}
      <ProviderButtons providers={open} next="/manage/account" connect />
    </div>
  );
}
