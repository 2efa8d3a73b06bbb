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
        Removed, it opens nothing any more, and you are signed out everywhere but here. Delete it on its device as well:
        it goes on being offered there.
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
          <p>
            A passkey signs you in by fingerprint, face or PIN: no mail to wait for, nothing to type, and it works while
            mail is down.
          </p>
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
          <PasskeyForm name="passkey" label="Add a passkey" look="quiet" instead="Until it is on, sign in by mail.">
            <TextField
              name="name"
              label="Name of the passkey"
              hint="For you to know it by, such as the device that holds it."
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
