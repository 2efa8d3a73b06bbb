import { languageNames } from "~/i18n/languages";
import { type Theme, themes } from "~/text/theme";
import { Button } from "~/ui/parts/button";
import { ConfirmFold } from "~/ui/parts/confirm";
import { type FieldChoice, SelectField, TextField } from "~/ui/parts/field";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Card, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import type { PersonAccount } from "../../account";
import { SignInCodeForm } from "../../sign-in/desk/sign-in-form";
import { useWords } from "./words/words";

const timeZones = Intl.supportedValuesOf("timeZone");

/** The form for one's own name, as the team and the audit log show it. */
export function PersonNameForm({ account }: { account: PersonAccount }) {
  const state = useFormState("name");
  const { t, say } = useWords();
  return (
    <PostForm name="name" version={account.version}>
      {state?.conflict ? (
        <NoticeBanner tone="warning">{say("name.conflict", { name: <bdi>{account.name}</bdi> })}</NoticeBanner>
      ) : null}
      <Card>
        <TextField name="name" label={t("name.label")} value={account.name} autoComplete="name" required />
        <div>
          <Button>{t("name.save")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/**
 * The form for the language and time zone of one's emails and of management; empty to follow browser and network.
 * `regional` has languages with a region, which stand before the others.
 */
export function PersonLocaleForm({ account, regional }: { account: PersonAccount; regional: readonly FieldChoice[] }) {
  const state = useFormState("reading");
  const { t } = useWords();
  const { language, timeZone, version } = account;
  const listed = Object.entries(languageNames).map(([value, label]) => ({ value, label }));
  return (
    <PostForm name="reading" version={version}>
      {state?.conflict ? <NoticeBanner tone="warning">{t("reading.conflict")}</NoticeBanner> : null}
      <Card>
        <SelectField
          name="language"
          label={t("reading.language")}
          hint={t("reading.language_hint")}
          value={language ?? ""}
          choices={[{ value: "", label: t("reading.browser") }, ...regional, ...listed]}
        />
        <TextField
          name="timeZone"
          label={t("reading.zone")}
          hint={t("reading.zone_hint")}
          value={timeZone ?? ""}
          suggestions={timeZones}
          spellCheck="false"
        />
        <div>
          <Button>{t("reading.save")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

/** The form for light or dark, which this browser keeps, for public pages too. */
export function AppearanceForm({ theme }: { theme: Theme | null }) {
  const { t } = useWords();
  const choices = ["", ...themes].map((value) => ({
    value,
    label: t(`appearance.${value === "dark" || value === "light" ? value : "system"}`),
  }));
  return (
    <PostForm name="appearance">
      <Card>
        <SelectField
          name="theme"
          label={t("appearance.theme")}
          hint={t("appearance.theme_hint")}
          value={theme ?? ""}
          choices={choices}
        />
        <div>
          <Button>{t("appearance.save")}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

function RemoveAddress({ address }: { address: string }) {
  const { t } = useWords();
  const about = t("address.remove_of", { address });
  return (
    <ConfirmFold name="address-remove" hidden={{ intent: "address-remove" }} label={t("address.remove")} about={about}>
      {t("address.remove_about")}
    </ConfirmFold>
  );
}

/** Shows an address that waits for verification, by the link that was sent there or by its code. */
function Proving({ address }: { address: string }) {
  const { t, say } = useWords();
  const shown = <strong className="break-all">{address}</strong>;
  return (
    <div className="grid gap-3">
      <p className="max-w-prose">{say("address.sent", { address: shown })}</p>
      <SignInCodeForm action="/manage/account" submit={t("address.verify")} />
    </div>
  );
}

/** Shows the forms for a person's own address. The old address is used until the new address is verified. */
export function EmailAddressForms({ account }: { account: PersonAccount }) {
  const { address, proving } = account;
  const { t } = useWords();
  return (
    <div className="grid gap-5">
      {address ? (
        <ListPanel>
          <ListRow actions={<RemoveAddress address={address} />}>
            <p className="font-medium break-all">{address}</p>
            <ListRowDetail>
              <span>{t("address.purpose")}</span>
            </ListRowDetail>
          </ListRow>
        </ListPanel>
      ) : (
        <NoticeBanner tone="warning">{t("address.none")}</NoticeBanner>
      )}
      {proving ? <Proving address={proving} /> : null}
      <PostForm name="address">
        <Card>
          <TextField
            name="address"
            type="email"
            label={t(address ? "address.label_new" : "address.label")}
            hint={t("address.hint")}
            autoComplete="email"
            spellCheck="false"
            required
          />
          <div>
            <Button>{t("address.send")}</Button>
          </div>
        </Card>
      </PostForm>
    </div>
  );
}
