import type { Account } from "~/usecases/people/account";
import { Button } from "../parts/button";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Card, Detail, List, Row } from "../parts/list";
import { Notice } from "../parts/notice";
import { CodeForm } from "../sign-in/sign-in-form";

/** One's own name, as the team and the audit log show it. */
export function NameForm({ account }: { account: Account }) {
  const state = useFormState("name");
  return (
    <PostForm name="name" version={account.version}>
      {state?.conflict ? (
        <Notice tone="warning">
          Your account was changed elsewhere first: the name is <bdi>{account.name}</bdi> now. Nothing was saved; look
          and send it again.
        </Notice>
      ) : null}
      <Card>
        <TextField name="name" label="Name" value={account.name} autoComplete="name" required />
      </Card>
      <div>
        <Button>Save the name</Button>
      </div>
    </PostForm>
  );
}

const RemoveAddress = ({ address }: { address: string }) => (
  <Confirm name="address-remove" hidden={{ intent: "address-remove" }} label="Remove" about={`address ${address}`}>
    You can no longer sign in by email, and you are signed out everywhere else.
  </Confirm>
);

/** The address counts once its mail was answered; until then the old one does. */
export function AddressForms({ account }: { account: Account }) {
  const { address, proving } = account;
  return (
    <div className="grid gap-5">
      {address ? (
        <List>
          <Row actions={<RemoveAddress address={address} />}>
            <p className="font-medium break-all">{address}</p>
            <Detail>
              <span>used to sign in by email</span>
            </Detail>
          </Row>
        </List>
      ) : (
        <Notice tone="warning">No email address yet. You can’t sign in by email or receive notifications.</Notice>
      )}
      {proving ? (
        <div className="grid gap-3">
          <p className="max-w-prose">
            We mailed a link and a code to <strong className="break-all">{proving}</strong>. Open the link in this
            browser, or type the code here, within 10 minutes.
          </p>
          <CodeForm action="/manage/account" submit="Verify address" />
        </div>
      ) : null}
      <PostForm name="address">
        <Card>
          <TextField
            name="address"
            type="email"
            label={address ? "Another address" : "Email address"}
            hint="You can use it once you’ve confirmed the email we send there."
            autoComplete="email"
            spellCheck={false}
            required
          />
        </Card>
        <div>
          <Button>Send verification email</Button>
        </div>
      </PostForm>
    </div>
  );
}
