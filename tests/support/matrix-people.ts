import { apiTokenTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import type { Owner, Stage } from "./matrix-cast";
import { put } from "./scenario";

interface Operation {
  /** `own`: the person who made the calling token. */
  need: "any token" | "own" | "viewer" | "owner";
  body?: () => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;

/** Returns the cells of people, invitations, API tokens and saved views. The arguments are set only when the tests run. */
export function peopleOperations(owner: () => Owner, deployment: () => TestDeployment): Record<string, Operation> {
  const role = { invitation: { role: "viewer" } };
  const invitation = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/invitations`, role);
  const view = () => ({ saved_view: { name: `View ${++made}`, query: "filter=open" } });
  const savedView = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/saved_views`, view());
  const changed = { need: "own" as const, target: savedView, body: view };
  const token = async () => {
    const id = `token-${++made}`;
    const row = { tokenHash: id, id, personId: "owner", name: "Deploys", role: "viewer", createdAt: 1 };
    await put(deployment(), apiTokenTable, [row]);
    return id;
  };
  return {
    "GET /pages/{page}/people": { need: "viewer" },
    "GET /pages/{page}/invitations": { need: "owner" },
    "POST /pages/{page}/invitations": { need: "owner", body: () => role },
    "DELETE /pages/{page}/invitations/{id}": { need: "owner", target: invitation },
    "GET /tokens": { need: "any token" },
    "DELETE /tokens/{id}": { need: "own", target: token },
    "GET /pages/{page}/tokens": { need: "owner" },
    "DELETE /pages/{page}/tokens/{id}": { need: "owner", target: token },
    "GET /pages/{page}/saved_views": { need: "viewer" },
    "POST /pages/{page}/saved_views": { need: "viewer", body: view },
    "GET /pages/{page}/saved_views/{id}": { need: "own", target: savedView },
    "PUT /pages/{page}/saved_views/{id}": changed,
    "PATCH /pages/{page}/saved_views/{id}": changed,
    "DELETE /pages/{page}/saved_views/{id}": { need: "own", target: savedView },
  };
}
