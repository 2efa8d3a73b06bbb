import { Button } from "~/ui/parts/button";
import { DangerForm } from "~/ui/parts/confirm";
import { TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Card, EmptyState, Fold, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { ButtonFold } from "~/ui/parts/unfold";
import type { ListedPasskeys, PasskeyView } from "../../passkeys/verbs";
import { NoPasskeysText, PasskeyForm } from "../../sign-in/desk/passkey-form";
import { useWords } from "./words/words";

function Change({ passkey: { id, name } }: { passkey: PasskeyView }) {
  const { t } = useWords();
  const about = t("passkey_change.fold_of", { name });
  const [rename, remove] = [`passkey-rename-${id}`, `passkey-remove-${id}`];
  const states = [useFormState(rename), useFormState(remove)];
  return (
    <ButtonFold label={t("passkey_change.fold")} about={about} open={states.some((state) => state !== null)}>
      <PostForm name={rename} hidden={{ intent: "passkey-rename", id }}>
        <TextField name="name" label={t("passkey_change.label", { name })} value={name} autoComplete="off" required />
        <div>
          <Button label={t("passkey_change.save_of", { name })}>{t("passkey_change.save")}</Button>
        </div>
      </PostForm>
      <DangerForm
        name={remove}
        hidden={{ intent: "passkey-remove", id }}
        label={t("passkey_change.remove")}
        about={about}
      >
        {t("passkey_change.remove_about")}
      </DangerForm>
    </ButtonFold>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
  const { t, say } = useWords();
  return (
    <ListRow actions={<Change passkey={passkey} />}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{name}</bdi>
        {backedUp ? <Tag>{t("passkey.backed_up")}</Tag> : null}
      </p>
      <ListRowDetail>
        <span>{say("passkey.added", { at: <TimeText at={createdAt} /> })}</span>
        <span>
          {lastUsedAt === null
            ? t("passkey.never_used")
            : say("passkey.last_used", { at: <TimeText at={lastUsedAt} /> })}
        </span>
      </ListRowDetail>
    </ListRow>
  );
}

/** Lists one's passkeys. `browser`: the present browser's name, as a name for its passkey. */
export function PasskeysPanel({ listed, browser }: { listed: ListedPasskeys; browser: string }) {
  const { passkeys, place } = listed;
  const { t } = useWords();
  const adding = useFormState("passkey") !== null;
  return (
    <>
      {passkeys.length === 0 ? (
        <EmptyState title={t("passkey.none")} about={t("passkey.none_about")} />
      ) : (
        <ListPanel>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ListPanel>
      )}
      {place.possible ? (
        <Fold title={t("passkey.add")} open={adding || passkeys.length === 0}>
          <PasskeyForm name="passkey" label={t("passkey.add")} look="quiet" instead={t("passkey.add_instead")}>
            <TextField
              name="name"
              label={t("passkey.label")}
              hint={t("passkey.label_hint")}
              value={browser}
              autoComplete="off"
              required
            />
          </PasskeyForm>
        </Fold>
      ) : (
        <Card>
          <NoPasskeysText place={place} />
        </Card>
      )}
    </>
  );
}
