import { fail } from "~/failures/failure";

/** Refuses to remove one's last way to sign in. */
export const lastCredentialFailure = fail({
  name: "conflict",
  code: "last_credential",
  detail: "person.last_way_in",
});
