import type { FormValues } from "~/fields/fields";
import type { alertEffectFields } from "~/moving/rules/fields";
import { FieldPair } from "~/ui/parts/form-part";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import type { WatchedComponentChoice } from "./watch-choices";
import { ComponentWatchNotes } from "./watch-notes";

type AlertEffectFieldList = ReturnType<typeof alertEffectFields>;

interface AlertEffectFieldsProps {
  fields: AlertEffectFieldList;
  values: FormValues<AlertEffectFieldList>;
  components: readonly WatchedComponentChoice[];
}

/** Fields for the components that an alert affects and the incident that it opens; the two waits are side by side. */
export function AlertEffectFields({ fields, values, components: named }: AlertEffectFieldsProps) {
  const { components, mode, hold, resolveAfter } = fields;
  return (
    <>
      <NounFieldControls fields={{ components }} values={values} picks={{ components: named }} />
      <ComponentWatchNotes components={named} />
      <NounFieldControls fields={{ mode }} values={values} picks={{}} />
      <FieldPair>
        <NounFieldControls fields={{ hold, resolveAfter }} values={values} picks={{}} />
      </FieldPair>
    </>
  );
}
