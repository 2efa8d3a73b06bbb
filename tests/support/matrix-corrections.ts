import type { Owner, Stage } from "./matrix-cast";

interface Operation {
  need: "viewer" | "admin";
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;
const minute = 60_000;

/** Returns a correction of a different minute each time, because a corrected one cannot be corrected again. */
function correction({ sourceId }: Stage) {
  const at = Date.UTC(2026, 10, 18) + minute * ++made;
  const [starts, ends] = [at, at + minute].map((each) => new Date(each).toISOString());
  return { correction: { source_id: sourceId, starts_at: starts, ends_at: ends, reason: "The check was wrong." } };
}

/** Returns the cells of corrections in the matrix of the API. `owner` is set only when the tests run. */
export function correctionOperations(owner: () => Owner): Record<string, Operation> {
  const path = "/pages/{page}/corrections";
  const target = (stage: Stage) => owner().makeId(`/pages/${stage.slug}/corrections`, correction(stage));
  return {
    [`GET ${path}`]: { need: "viewer" },
    [`POST ${path}`]: { need: "admin", body: correction },
    [`GET ${path}/{id}`]: { need: "viewer", target },
    [`DELETE ${path}/{id}`]: { need: "admin", target },
  };
}
