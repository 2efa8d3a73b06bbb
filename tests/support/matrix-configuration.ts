import { configurationJobTable, repositoryTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import type { Owner, Stage } from "./matrix-cast";

interface Operation {
  need: "admin";
  drafts?: true;
  body?: (stage: Stage) => unknown;
  target?: (stage: Stage) => Promise<string>;
}

let made = 0;

/** Returns the cells of configuration files in the matrix of the API. The arguments are set only when the tests run. */
export function configurationOperations(
  owner: () => Owner,
  deployment: () => TestDeployment,
): Record<string, Operation> {
  const path = "/pages/{page}/configuration";
  const file = ({ slug }: Stage) => {
    made += 1;
    const text = `name: file-${made}\npages:\n  ${slug}:\n    groups:\n      g${made}: { name: Group ${made} }\n`;
    return { configuration: { text } };
  };
  /** Makes a job, after which the page takes another one. */
  const over = async () => {
    await deployment().settled();
    await deployment().ctx().db.update(configurationJobTable).set({ dueAt: null });
  };
  const job = async (stage: Stage) => {
    await over();
    const answer = await owner().make("/configuration/apply", file(stage));
    return String((answer.job as { id: string }).id);
  };
  const secret = async () => "ops-slack";
  const repositories = `${path}/repositories`;
  const repositoryBody = () => ({
    repository: {
      url: "https://git.example.com",
      path: `acme/infra-${++made}`,
      branch: "main",
      file: "upfront.yaml",
    },
  });
  const repository = async (stage: Stage) => {
    await deployment().ctx().db.delete(repositoryTable);
    return owner().makeId(`/pages/${stage.slug}/configuration/repositories`, repositoryBody());
  };
  const ofRepository = { need: "admin" as const, target: repository };
  return {
    "POST /configuration/plan": { need: "admin", drafts: true, body: file },
    "POST /configuration/apply": {
      need: "admin",
      body: file,
      target: async () => {
        await over();
        return "";
      },
    },
    "GET /configuration/jobs/{id}": { need: "admin", target: job },
    [`GET ${path}`]: { need: "admin" },
    [`GET ${repositories}`]: { need: "admin" },
    [`POST ${repositories}`]: {
      need: "admin",
      body: repositoryBody,
      target: async () => {
        await deployment().ctx().db.delete(repositoryTable);
        return "";
      },
    },
    [`GET ${repositories}/{id}`]: ofRepository,
    [`PUT ${repositories}/{id}`]: { ...ofRepository, body: repositoryBody },
    [`PATCH ${repositories}/{id}`]: { ...ofRepository, body: repositoryBody },
    [`DELETE ${repositories}/{id}`]: ofRepository,
    [`POST ${repositories}/{id}/secret`]: ofRepository,
    [`POST ${repositories}/{id}/read`]: ofRepository,
    [`GET ${path}/secrets`]: { need: "admin" },
    [`PUT ${path}/secrets/{id}`]: {
      need: "admin",
      target: secret,
      body: () => ({ secret: { value: "a value that nobody reads" } }),
    },
    [`DELETE ${path}/secrets/{id}`]: {
      need: "admin",
      target: async (stage) => {
        const { d1 } = deployment().ctx();
        const sql = `INSERT OR IGNORE INTO page_secret (page_id, name, sealed, updated_at) VALUES (?1, 'ops-slack', 'x', 1)`;
        await d1.prepare(sql).bind(stage.id).run();
        return "ops-slack";
      },
    },
  };
}
