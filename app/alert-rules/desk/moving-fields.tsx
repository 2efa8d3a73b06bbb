import type { ShownOf } from "~/fields/fields";
import type { movingFields } from "~/moving/rules/fields";
import type { Choice } from "~/ui/parts/field";
import { Pair } from "~/ui/parts/form-part";
import { NounFields } from "~/ui/parts/noun-fields";

type Moving = ReturnType<typeof movingFields>;

interface MovingFieldsProps {
  fields: Moving;
  values: ShownOf<Moving>;
  components: readonly Choice[];
}

/** What an alert moves and opens; the two waits side by side. */
export function MovingFields({ fields, values, components: named }: MovingFieldsProps) {
  const { components, mode, hold, resolveAfter } = fields;
  return (
    <>
      <NounFields fields={{ components, mode }} values={values} picks={{ components: named }} />
      <Pair>
        <NounFields fields={{ hold, resolveAfter }} values={values} picks={{}} />
      </Pair>
    </>
  );
}
