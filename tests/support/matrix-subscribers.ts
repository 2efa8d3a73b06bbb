import { subscriberTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import type { Owner, Stage } from "./matrix-cast";
import { put } from "./scenario";

interface Operation {
  need: "viewer" | "responder" | "admin";
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let mails = 0;

const aMail = () => `matrix${++mails}@example.com`;

function makers(owner: () => Owner, deployment: () => TestDeployment) {
  const incident = (stage: Stage) =>
    owner().makeId(`/pages/${stage.slug}/incidents`, {
      incident: { name: `Followed ${++mails}`, body: "Looking.", impact_override: "minor" },
    });
  /** An unconfirmed subscriber whose request is long ago. */
  const aSubscriber =
    (incidentId = "") =>
    async (stage: Stage) => {
      const id = `subscriber-${++mails}`;
      const about = { scope: incidentId ? "incident" : "page", incidentId, componentIds: [], confirmationsAt: [] };
      const times = { createdAt: 1, updatedAt: 1 };
      const row = { pageId: stage.id, id, address: aMail(), state: "pending", language: "en", timeZone: "Etc/UTC" };
      await put(deployment(), subscriberTable, [{ ...row, ...about, ...times }]);
      return id;
    };
  const aFollower = async (stage: Stage) => {
    const incidentId = await incident(stage);
    return `${incidentId}/subscribers/${await aSubscriber(incidentId)(stage)}`;
  };
  return { incident, aSubscriber, aFollower };
}

/** Returns the cells of subscribers in the matrix of the API. */
export function subscriberOperations(owner: () => Owner, deployment: () => TestDeployment): Record<string, Operation> {
  const { incident, aSubscriber, aFollower } = makers(owner, deployment);
  return {
    "GET /pages/{page}/subscribers": { need: "viewer" },
    "POST /pages/{page}/subscribers": { need: "admin", body: () => ({ subscriber: { email: aMail() } }) },
    "GET /pages/{page}/subscribers/count": { need: "viewer" },
    "GET /pages/{page}/subscribers/histogram_by_state": { need: "viewer" },
    "GET /pages/{page}/subscribers/unsubscribed": { need: "viewer" },
    "POST /pages/{page}/subscribers/unsubscribe": { need: "admin", body: () => ({ subscribers: ["nobody"] }) },
    "POST /pages/{page}/subscribers/reactivate": { need: "admin", body: () => ({ subscribers: ["nobody"] }) },
    "POST /pages/{page}/subscribers/resend_confirmation": { need: "admin", body: () => ({ subscribers: ["nobody"] }) },
    "GET /pages/{page}/subscribers/{id}": { need: "viewer", target: aSubscriber() },
    "PATCH /pages/{page}/subscribers/{id}": {
      need: "admin",
      target: aSubscriber(),
      body: (stage) => ({ component_ids: [stage.components[0]] }),
    },
    "DELETE /pages/{page}/subscribers/{id}": { need: "admin", target: aSubscriber() },
    "POST /pages/{page}/subscribers/{id}/resend_confirmation": { need: "admin", target: aSubscriber() },
    "GET /pages/{page}/incidents/{id}/subscribers": { need: "viewer", target: incident },
    "POST /pages/{page}/incidents/{id}/subscribers": {
      need: "admin",
      target: incident,
      body: () => ({ subscriber: { email: aMail() } }),
    },
    "GET /pages/{page}/incidents/{id}/subscribers/{sid}": { need: "viewer", target: aFollower },
    "DELETE /pages/{page}/incidents/{id}/subscribers/{sid}": { need: "admin", target: aFollower },
    "POST /pages/{page}/incidents/{id}/subscribers/{sid}/resend_confirmation": { need: "admin", target: aFollower },
  };
}
