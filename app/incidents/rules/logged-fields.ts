import { incidentFields, leadFields } from "./fields";

/** An incident's fields as the audit log names them. */
export const incidentLogFields = {
  ...incidentFields,
  impact: incidentFields.impactOverride,
  leadId: leadFields.leadId,
};
