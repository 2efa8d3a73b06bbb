import type { ReactNode } from "react";
import type { RuleMatchConditions } from "~/alerts/rules/rule-match";
import type { FormValues } from "~/fields/fields";
import { Button, DefaultSubmitButton } from "~/ui/parts/button";
import type { FieldChoice } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import {
  ruleAlertEffectFields,
  ruleFields,
  ruleGroupByField,
  ruleMatchFields,
  rulePublicTextFields,
} from "../rules/fields";
import { ruleMatchFormValues } from "../rules/rule-form";
import type { RuleConditionSuggestions } from "../rules/rule-trial";
import { AlertEffectFields } from "./moving-fields";
import { RuleSuggestionFold } from "./rule-trial";
import type { WatchedComponentChoice } from "./watch-choices";
import { useWords } from "./words/words";

export interface RuleFormValues extends FormValues<typeof ruleFields> {
  match: RuleMatchConditions;
}

interface RuleFormProps {
  form: string;
  version?: number;
  /** True for the catch-all, which takes every alert and has no match. */
  catchAll: boolean;
  values: RuleFormValues;
  components: WatchedComponentChoice[];
  submit: string;
  /**
   * Recent labels and titles of the source, and the button that tries the match on them; absent = there is no match to
   * try.
   */
  seen?: RuleConditionSuggestions;
  /** Result of the trial. */
  trial?: ReactNode;
}

/** Form for an alert's effects: it changes components at once, and opens an incident after the hold. */
export function RuleForm({ form, version, catchAll, values, components, submit, seen, trial }: RuleFormProps) {
  const { t } = useWords();
  return (
    <PostForm
      name={form}
      fields={ruleFields}
      {...(version === undefined ? {} : { version })}
      hidden={{ intent: "rule" }}
    >
      {seen ? <DefaultSubmitButton name="save" value="1" /> : null}
      {catchAll ? null : (
        <Card>
          <NounFieldControls fields={ruleMatchFields} values={ruleMatchFormValues(values.match)} picks={{}} />
          {seen ? <RuleSuggestionFold seen={seen} /> : null}
          {seen ? (
            <div>
              <Button name="try" value="1">
                {t("form.try")}
              </Button>
            </div>
          ) : null}
          {trial}
        </Card>
      )}
      <Card>
        <AlertEffectFields fields={ruleAlertEffectFields} values={values} components={components} />
        <NounFieldControls fields={ruleGroupByField} values={values} picks={{}} />
      </Card>
      <Card>
        <NounFieldControls fields={rulePublicTextFields} values={values} picks={{}} />
        <div>
          <Button look="primary">{submit}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

interface RuleConflictProps {
  form: string;
  rule: RuleFormValues & { version: number; catchAll: boolean };
  components: FieldChoice[];
  keepTo: string;
}

/** Both versions of a rule; the catch-all has no match, so only its other fields can differ. */
export const RuleConflictSection = ({ form, rule, components, keepTo }: RuleConflictProps) => (
  <NounConflictSection
    form={form}
    saved={{ ...rule, ...ruleMatchFormValues(rule.match) }}
    fields={rule.catchAll ? ruleFields : { ...ruleMatchFields, ...ruleFields }}
    picks={{ components }}
    keepTo={keepTo}
  />
);
