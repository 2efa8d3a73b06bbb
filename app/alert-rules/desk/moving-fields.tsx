import { useParams } from "@remix-run/react";
import type { FormValues } from "~/fields/fields";
import type { alertEffectFieldsWith } from "~/moving/rules/fields";
import { FieldPair } from "~/ui/parts/form-part";
import { Link } from "~/ui/parts/link";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import type { WatchedComponentChoice } from "./watch-choices";
import { ComponentWatchTexts } from "./watch-notes";
import { useWords } from "./words/words";

type AlertEffectFieldList = ReturnType<typeof alertEffectFieldsWith>;

/** Explains on a page without components why there are none to choose, and links to where they are added. */
function NoComponentsNote() {
  const { t, say } = useWords();
  const { page } = useParams();
  const add = <Link to={`/manage/${page}/components/several`}>{t("watch.add_components")}</Link>;
  return <p className="max-w-prose text-soft">{say("watch.no_components", { add })}</p>;
}

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
      {named.length === 0 ? <NoComponentsNote /> : null}
      <NounFieldControls fields={{ components }} values={values} picks={{ components: named }} />
      <ComponentWatchTexts components={named} />
      <NounFieldControls fields={{ mode }} values={values} picks={{}} />
      <FieldPair>
        <NounFieldControls fields={{ hold, resolveAfter }} values={values} picks={{}} />
      </FieldPair>
    </>
  );
}
