import { ruleFields } from "./fields";

/** A rule's fields as the audit log names them. */
export const ruleLogFields = {
  ...ruleFields,
  holdSeconds: ruleFields.hold,
  resolveAfterSeconds: ruleFields.resolveAfter,
};
