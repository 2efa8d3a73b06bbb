import { useWords as useAlertWords } from "~/alerts/desk/words/words";
import type { NamedComponent } from "~/components/list";
import type { FieldValues } from "~/fields/fields";
import { useHasRole } from "~/ui/frame/may";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { Fold } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { incidentFields } from "../rules/fields";
import { componentChoicesWithStatus } from "./proposed-choices";
import { ShownComponentsHiddenInput } from "./shown-components";
import { useWords } from "./words/words";

/** Warns that only a person can resolve the incident. */
export const NoAlertLeftBanner = () => (
  <NoticeBanner tone="warning">{useAlertWords().t("unassigned.left")}</NoticeBanner>
);

export const AlertRecoveryBanner = () => <NoticeBanner>{useWords().t("incident.all_recovered")}</NoticeBanner>;

interface EditIncidentFormProps {
  incident: FieldValues<typeof incidentFields> & { version: number; resolvedAt: number | null };
  components: NamedComponent[];
}

const { title, impactOverride, components: touched } = incidentFields;

export function EditIncidentForm({ incident, components }: EditIncidentFormProps) {
  const { t } = useWords();
  const state = useFormState("edit");
  if (state?.conflict) return null;
  const asItWas = { ...touched, hint: t("edit.components_hint") };
  const fields = { title, impactOverride, components: incident.resolvedAt === null ? touched : asItWas };
  return (
    <Fold title={t("edit.title")} open={state !== null}>
      <PostForm name="edit" fields={incidentFields} version={incident.version}>
        <ShownComponentsHiddenInput components={incident.components} />
        <NounFieldControls
          fields={fields}
          values={incident}
          picks={{ components: componentChoicesWithStatus(components) }}
        />
        <div>
          <Button>{t("edit.button")}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

interface RaiseIncidentNoticeProps {
  alertId: string;
  title: string;
  slug: string;
}

/**
 * Shows that another incident understates the same problem, and links to the alert, where the incident can be raised.
 */
export function UnderstatedIncidentBanner({ alertId, title, slug }: RaiseIncidentNoticeProps) {
  const { t } = useWords();
  return (
    <NoticeBanner>
      <p>{t("raise.about", { title })}</p>
      {useHasRole("responder") ? (
        <ButtonLink to={`/manage/${slug}/alerts/${encodeURIComponent(alertId)}`}>
          {t("raise.button", { title })}
        </ButtonLink>
      ) : null}
    </NoticeBanner>
  );
}

export function WithdrawIncidentForm({ version }: { version: number }) {
  const { t } = useWords();
  const words = { title: t("withdraw.title"), label: t("withdraw.sure"), hint: t("withdraw.hint") };
  return <CheckboxConfirmFold name="withdraw" version={version} {...words} button={t("withdraw.button")} />;
}

export function DismissDraftForm({ version }: { version: number }) {
  return (
    <ButtonForm name="dismiss" version={version}>
      <Button look="danger">{useWords().t("draft.dismiss")}</Button>
    </ButtonForm>
  );
}
