import type { FormValues } from "~/fields/fields";
import type { movingFields } from "~/moving/rules/fields";
import { Pair } from "~/ui/parts/form-part";
import { NounFields } from "~/ui/parts/noun-fields";
import type { WatchChoice } from "./watch-choices";
import { WatchNotes } from "./watch-notes";

type MovingFieldList = ReturnType<typeof movingFields>;

interface MovingFieldsProps {
  fields: MovingFieldList;
  values: FormValues<MovingFieldList>;
  components: readonly WatchChoice[];
}

/** Fields for the components that an alert affects and the incident that it opens; the two waits are side by side. */
export function MovingFields({ fields, values, components: named }: MovingFieldsProps) {
  const { components, mode, hold, resolveAfter } = fields;
  return (
    <>
      <NounFields fields={{ components }} values={values} picks={{ components: named }} />
      <WatchNotes components={named} />
      <NounFields fields={{ mode }} values={values} picks={{}} />
      <Pair>
        <NounFields fields={{ hold, resolveAfter }} values={values} picks={{}} />
      </Pair>
    </>
  );
}
