import type { Choice } from "~/desk/parts/field";
import { Pair } from "~/desk/parts/form-part";
import { NounFields } from "~/desk/parts/noun-fields";
import type { ShownOf } from "~/fields/fields";
import type { movingFields } from "~/moving/rules/fields";

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
