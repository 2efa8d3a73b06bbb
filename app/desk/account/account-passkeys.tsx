import type { ListedPasskeys, PasskeyView } from "~/usecases/people/passkeys/list";
import { Button } from "../parts/button";
import { Danger } from "../parts/confirm";
import { TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Card, Detail, EmptyState, Fold, List, Row } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { Unfold } from "../parts/unfold";
import { NoPasskeys, PasskeyForm } from "../sign-in/passkey-form";

function Change({ passkey: { id, name } }: { passkey: PasskeyView }) {
  const [rename, remove] = [`passkey-rename-${id}`, `passkey-remove-${id}`];
  const states = [useFormState(rename), useFormState(remove)];
  return (
    <Unfold label="Change" about={`passkey ${name}`} open={states.some((state) => state !== null)}>
      <PostForm name={rename} hidden={{ intent: "passkey-rename", id }}>
        <TextField name="name" label={`New name of ${name}`} value={name} autoComplete="off" required />
        <div>
          <Button label={`Save the name of ${name}`}>Save the name</Button>
        </div>
      </PostForm>
      <Danger name={remove} hidden={{ intent: "passkey-remove", id }} label="Remove" about={`passkey ${name}`}>
        It will stop working and you’ll be signed out everywhere else. Delete it on the device too, or it will still be
        offered.
      </Danger>
    </Unfold>
  );
}

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
  return (
    <Row actions={<Change passkey={passkey} />}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{name}</bdi>
        {backedUp ? <Tag>Backed up</Tag> : null}
      </p>
      <Detail>
        <span>
          added <TimeText at={createdAt} />
        </span>
        <span>{lastUsedAt === null ? "never used" : <>last used {<TimeText at={lastUsedAt} />}</>}</span>
      </Detail>
    </Row>
  );
}

/** `browser` = how the one at hand is called, as a name for its passkey. */
export function Passkeys({ listed, browser }: { listed: ListedPasskeys; browser: string }) {
  const { passkeys, place } = listed;
  const adding = useFormState("passkey") !== null;
  return (
    <>
      {passkeys.length === 0 ? (
        <EmptyState title="No passkey yet">
          <p>Sign in with your fingerprint, face or PIN: nothing to type, and it works even when email doesn’t.</p>
        </EmptyState>
      ) : (
        <List>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </List>
      )}
      {place.possible ? (
        <Fold title="Add a passkey" open={adding || passkeys.length === 0}>
          <PasskeyForm name="passkey" label="Add a passkey" look="quiet" instead="Until it is on, sign in by email.">
            <TextField
              name="name"
              label="Name of the passkey"
              hint="For example, the name of the device."
              value={browser}
              autoComplete="off"
              required
            />
          </PasskeyForm>
        </Fold>
      ) : (
        <Card>
          <NoPasskeys place={place} />
        </Card>
      )}
    </>
  );
}
