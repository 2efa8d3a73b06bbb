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
    No mail signs you in any more, and you are signed out everywhere but here.
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
              <span>signs you in by mail</span>
            </Detail>
          </Row>
        </List>
      ) : (
        <Notice tone="warning">No address yet: no mail signs you in, and none reaches you.</Notice>
      )}
      {proving ? (
        <div className="grid gap-3">
          <p className="max-w-prose">
            We mailed a link and a code to <strong className="break-all">{proving}</strong>. Open the link in this
            browser, or type the code here, within 10 minutes.
          </p>
          <CodeForm action="/manage/account" submit="Prove the address" />
        </div>
      ) : null}
      <PostForm name="address">
        <Card>
          <TextField
            name="address"
            type="email"
            label={address ? "Another address" : "Mail address"}
            hint="It counts once you have opened the mail that goes there."
            autoComplete="email"
            spellCheck={false}
            required
          />
        </Card>
        <div>
          <Button>Mail the proof</Button>
        </div>
      </PostForm>
    </div>
  );
}
