import { removeIdentity } from "~/usecases/people/identities";
import type { Desk } from "./desk";
import { answer, type Posted, typed } from "./posted";

/** Of the account page: takes the connection to a provider away. */
export async function disconnect({ ctx }: Desk, posted: Posted) {
  const removed = await removeIdentity(ctx, { id: typed(posted.fields, "id"), commitId: posted.commitId });
  return answer(posted, removed, "/manage/account", "provider-disconnected");
}
