import type { ValuesOf } from "~/fields/fields";
import { incidentFields } from "~/rules/incidents/fields";
import type { NamedComponent } from "~/usecases/components/list";
import { Button } from "../parts/button";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { Fold } from "../parts/list";
import { Notice } from "../parts/notice";
import { NounFields, namedChoices } from "../parts/noun-fields";
import { useWords } from "./words";

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
      <PostForm name="edit" fields={incidentFields} version={incident.version}>
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
