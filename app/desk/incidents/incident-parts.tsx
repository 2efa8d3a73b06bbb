import type { ValuesOf } from "~/rules/fields/fields";
import { incidentFields } from "~/rules/incidents/fields";
import type { NamedComponent } from "~/usecases/components/list";
import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Fold } from "../parts/list";
import { Notice } from "../parts/notice";
import { NounFields, namedChoices } from "../parts/noun-fields";
import { useReach } from "../subscribers/subscriber-words";
import { useWords } from "./words";

/** A draft waits for its one button, which says how many people it tells. */
export function DraftButton({ version, title, reach }: { version: number; title: string; reach: number }) {
  const { t } = useWords();
  const { reachText } = useReach();
  return (
    <ButtonForm name="publish" version={version} hidden={{ chooses: "notify" }} className="grid gap-2">
      <CheckboxField name="notify" label={t("form.notify")} hint={reachText(reach)} checked />
      <div>
        <Button look="primary" label={t("draft.publish", { title })}>
          {t("form.publish")}
        </Button>
      </div>
    </ButtonForm>
  );
}

export const AllRecovered = () => <Notice>{useWords().t("incident.all_recovered")}</Notice>;

interface EditIncidentProps {
  incident: ValuesOf<typeof incidentFields> & { version: number; resolvedAt: number | null };
  components: NamedComponent[];
}

const { title, impactOverride, components: touched } = incidentFields;

export function EditIncident({ incident, components }: EditIncidentProps) {
  const { t } = useWords();
  const state = useFormState("edit");
  if (state?.conflict) return null;
  const asItWas = { ...touched, hint: t("edit.components_hint") };
  const fields = { title, impactOverride, components: incident.resolvedAt === null ? touched : asItWas };
  return (
    <Fold title={t("edit.title")} open={state !== null}>
      <PostForm name="edit" version={incident.version}>
        <NounFields fields={fields} values={incident} picks={{ components: namedChoices(components) }} />
        <div>
          <Button>{t("edit.button")}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

export function Withdraw({ version }: { version: number }) {
  const { t } = useWords();
  const words = { title: t("withdraw.title"), label: t("withdraw.sure"), hint: t("withdraw.hint") };
  return <SureFold name="withdraw" version={version} {...words} button={t("withdraw.button")} />;
}

export function Dismiss({ version }: { version: number }) {
  return (
    <ButtonForm name="dismiss" version={version}>
      <Button look="danger">{useWords().t("draft.dismiss")}</Button>
    </ButtonForm>
  );
}
