import { groupByField, matchFields, publicWordFields, ruleFields, ruleMovingFields } from "~/rules/alerts/fields";
import { matchValues } from "~/rules/alerts/rule-form";
import type { Match } from "~/rules/alerts/rule-match";
import type { ShownOf } from "~/rules/fields/fields";
import { Button } from "../parts/button";
import type { Choice } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";
import { NounConflict } from "../parts/noun-conflict";
import { NounFields } from "../parts/noun-fields";
import { MovingFields } from "./moving-fields";

export interface RuleValues extends ShownOf<typeof ruleFields> {
  match: Match;
}

interface RuleFormProps {
  form: string;
  version?: number;
  /** The catch-all takes every alert, so it has no match. */
  catchAll: boolean;
  values: RuleValues;
  components: Choice[];
  submit: string;
}

/** What an alert does: move components at once, and open an incident after the hold. */
export function RuleForm({ form, version, catchAll, values, components, submit }: RuleFormProps) {
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })} hidden={{ intent: "rule" }}>
      {catchAll ? null : (
        <Card>
          <NounFields fields={matchFields} values={matchValues(values.match)} picks={{}} />
        </Card>
      )}
      <Card>
        <MovingFields fields={ruleMovingFields} values={values} components={components} />
        <NounFields fields={groupByField} values={values} picks={{}} />
      </Card>
      <Card>
        <NounFields fields={publicWordFields} values={values} picks={{}} />
      </Card>
      <div>
        <Button look={catchAll ? "quiet" : "primary"}>{submit}</Button>
      </div>
    </PostForm>
  );
}

interface RuleConflictProps {
  form: string;
  rule: RuleValues & { version: number; catchAll: boolean };
  components: Choice[];
  keepTo: string;
}

/** Both versions of a rule; the catch-all has no match in which they could differ. */
export const RuleConflict = ({ form, rule, components, keepTo }: RuleConflictProps) => (
  <NounConflict
    form={form}
    saved={{ ...rule, ...matchValues(rule.match) }}
    fields={rule.catchAll ? ruleFields : { ...matchFields, ...ruleFields }}
    picks={{ components }}
    keepTo={keepTo}
  />
);
