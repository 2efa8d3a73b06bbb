import { fail } from "~/failures/failure";

/** Nobody locks themselves out by one press. */
export const lastWayIn = fail({
  name: "conflict",
  code: "last_credential",
  detail: "person.last_way_in",
});
