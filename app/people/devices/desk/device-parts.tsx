import { roles } from "~/access/actor";
import { Button } from "~/ui/parts/button";
import { CheckboxField, SelectField, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { useWords as usePartWords } from "~/ui/parts/part-words";
import { TimeText } from "~/ui/parts/time-text";
import { useWords as useAccountWords } from "../../account/desk/words/words";
import { tokenLifetimeChoices } from "../../rules/api-token";
import type { DeviceRequestView } from "../verbs";
import { useWords } from "./words/words";

/** The form for the code that a program shows. */
export function DeviceCodeForm({ code }: { code: string }) {
  const { t } = useWords();
  return (
    <PostForm name="find">
      <Card>
        <TextField
          name="user_code"
          label={t("find.label")}
          hint={t("find.hint")}
          value={code}
          autoComplete="off"
          spellCheck="false"
          required
        />
        <div>
          <Button look="primary">{t("find.button")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/**
 * Lists facts about the program. Names that the program gave itself cannot change the writing direction of the text
 * around them.
 */
export function DeviceFactList({ request }: { request: DeviceRequestView }) {
  const { t } = useWords();
  const { userCode, client, name, address, createdAt } = request;
  const facts = [
    ["request.name", <bdi key="name">{name}</bdi>],
    ["request.client", <bdi key="client">{client}</bdi>],
    ["request.address", <bdi key="address">{address || t("request.unknown")}</bdi>],
    ["request.at", <TimeText key="at" at={createdAt} />],
  ] as const;
  return (
    <section aria-label={t("page.title")} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <p className="text-sm text-soft">{t("request.code")}</p>
      <p className="font-mono text-2xl font-semibold tracking-widest">
        <bdi>{userCode}</bdi>
      </p>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-6 gap-y-3 wrap-break-word">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-soft">{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The form that allows the program with limited rights, or denies it. */
export function DeviceDecisionForm({ userCode }: { userCode: string }) {
  const { t, say } = useWords();
  const account = useAccountWords();
  const parts = usePartWords();
  const accountLink = <a href="/manage/account#tokens">{t("decide.account")}</a>;
  return (
    <PostForm name="decide" hidden={{ user_code: userCode }}>
      <Card>
        <SelectField
          name="role"
          label={account.t("token_form.role")}
          hint={account.t("token_form.role_hint")}
          value="responder"
          choices={roles.map((value) => ({ value, label: parts.t(`role.${value}`) }))}
        />
        <SelectField
          name="life"
          label={account.t("token_form.life")}
          value="90"
          choices={tokenLifetimeChoices.map((value) => ({ value, label: account.t(`token_life.${value}`) }))}
        />
        <CheckboxField
          name="read_only"
          label={account.t("token_form.read_only")}
          hint={account.t("token_form.read_only_hint")}
          checked={false}
        />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" name="intent" value="allow">
            {t("decide.allow")}
          </Button>
          <Button name="intent" value="deny">
            {t("decide.deny")}
          </Button>
        </div>
        <p className="text-soft">{say("decide.later", { account: accountLink })}</p>
      </Card>
    </PostForm>
  );
}
