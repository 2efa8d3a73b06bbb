import { maintenanceFields } from "./fields";
import { repeatFields } from "./repeat-fields";

const { body: _text, ...plan } = maintenanceFields;

/** The fields of a plan as the audit log names them; a text in an entry may also be that of an update. */
export const maintenanceLogFields = { ...plan, ...repeatFields };
