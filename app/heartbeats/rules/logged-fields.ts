import { heartbeatFields, scheduleFields } from "./fields";

/** A heartbeat's fields as the audit log names them. */
export const heartbeatLogFields = {
  ...heartbeatFields,
  ...scheduleFields,
  "schedule.kind": scheduleFields.scheduleKind,
};
