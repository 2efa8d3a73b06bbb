import type { ReactNode } from "react";
import type { Match } from "~/alerts/rules/rule-match";
import type { FormValues } from "~/fields/fields";
import { Button, EnterButton } from "~/ui/parts/button";
import type { FieldChoice } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { NounFields } from "~/ui/parts/noun-fields";
import { groupByField, matchFields, publicWordFields, ruleFields, ruleMovingFields } from "../rules/fields";
import { matchValues } from "../rules/rule-form";
import type { Samples } from "../rules/rule-trial";
import { MovingFields } from "./moving-fields";
import { RecentSamples } from "./rule-trial";
import type { WatchChoice } from "./watch-choices";
import { useWords } from "./words/words";

export interface RuleValues extends FormValues<typeof ruleFields> {
  match: Match;
}

interface RuleFormProps {
  form: string;
  version?: number;
  /** True for the catch-all, which takes every alert and has no match. */
  catchAll: boolean;
  values: RuleValues;
  components: WatchChoice[];
  submit: string;
  /**
   * Recent labels and titles of the source, and the button that tries the match on them; absent = there is no match to
   * try.
   */
  seen?: Samples;
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
      {seen ? <EnterButton name="save" value="1" /> : null}
      {catchAll ? null : (
        <Card>
          <NounFields fields={matchFields} values={matchValues(values.match)} picks={{}} />
          {seen ? <RecentSamples seen={seen} /> : null}
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
        <MovingFields fields={ruleMovingFields} values={values} components={components} />
        <NounFields fields={groupByField} values={values} picks={{}} />
      </Card>
      <Card>
        <NounFields fields={publicWordFields} values={values} picks={{}} />
        <div>
          <Button look={catchAll ? "quiet" : "primary"}>{submit}</Button>
        </div>
      </Card>
    </PostForm>
  );
}

interface RuleConflictProps {
  form: string;
  rule: RuleValues & { version: number; catchAll: boolean };
  components: FieldChoice[];
  keepTo: string;
}

/** Both versions of a rule; the catch-all has no match, so only its other fields can differ. */
export const RuleConflict = ({ form, rule, components, keepTo }: RuleConflictProps) => (
  <NounConflict
    form={form}
    saved={{ ...rule, ...matchValues(rule.match) }}
    fields={rule.catchAll ? ruleFields : { ...matchFields, ...ruleFields }}
    picks={{ components }}
    keepTo={keepTo}
  />
);
