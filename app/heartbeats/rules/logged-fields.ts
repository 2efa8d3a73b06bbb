import { heartbeatFields, heartbeatScheduleFields } from "./fields";

/** A heartbeat's fields as the audit log names them. */
export const heartbeatLogFields = {
  ...heartbeatFields,
  ...heartbeatScheduleFields,
  "schedule.kind": heartbeatScheduleFields.scheduleKind,
};
