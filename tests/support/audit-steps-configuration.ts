import { eq } from "drizzle-orm";
import { applyConfiguration } from "~/configuration/apply-configuration";
import { takeOverManagedThing, takeOverThingOfDeployment } from "~/configuration/managed/managed-thing";
import { deletePageSecret, setPageSecret } from "~/configuration/page-secrets";
import { requestReading } from "~/configuration/repositories/request-reading";
import { rotateRepositorySecret } from "~/configuration/repositories/rotate-secret";
import { createRepository, deleteRepository, updateRepository } from "~/configuration/repositories/verbs";
import { deploymentPageId } from "~/configuration/rules/deployment-page";
import { runDueConfigurationJobs } from "~/configuration/run-jobs";
import { componentGroupTable, configuredThingTable } from "~/db/schema";
import { ok } from "~/failures/failure";
import { acts, making, type Step, secretWord, step } from "./audit-stage";

const text = "name: infrastructure\npages:\n  acme:\n    groups:\n      extra: { name: Extra }\n";

/** A repository from its connection to its end. */
const repositorySteps: Step[] = [
  making("configuration/repositories/verbs#createRepository", "repository", (given, s) =>
    createRepository(s.ctx(), {
      ...given,
      url: "https://git.example.com",
      path: "acme/infra",
      branch: "main",
      file: "upfront.yaml",
      token: secretWord,
    }),
  ),
  ...acts("repository", {
    "configuration/repositories/verbs#updateRepository": (ctx, given) =>
      updateRepository(ctx, { ...given, provider: "forgejo", applies: false, otherPages: true, branch: "release" }),
    "configuration/repositories/rotate-secret#rotateRepositorySecret": rotateRepositorySecret,
    "configuration/repositories/request-reading#requestReading": requestReading,
  }),
  ...acts("repository", { "configuration/repositories/verbs#deleteRepository": deleteRepository }),
];

/** A file to its end, what people take over from it, and the secrets that files name. */
export const configurationSteps: Step[] = [
  step("configuration/apply-configuration#applyConfiguration", (_, s) => applyConfiguration(s.ctx(), { text })),
  step("configuration/run-jobs#runConfigurationJob", async (_, s) => {
    const machine = () => s.deployment.ctx({ kind: "machine", id: "configuration" });
    for (let round = 0; round < 4; round++) await runDueConfigurationJobs(machine());
    return ok(null);
  }),
  step("configuration/managed/managed-thing#takeOverManagedThing", async (given, s) => {
    const ofPage = eq(componentGroupTable.pageId, s.page.id);
    const groups = await s.deployment.ctx().db.select().from(componentGroupTable).where(ofPage);
    const id = groups.find(({ name }) => name === "Extra")?.id ?? "";
    return takeOverManagedThing(s.ctx(), { ...given, id });
  }),
  step("configuration/managed/managed-thing#takeOverThingOfDeployment", async (_, s) => {
    const { db, now } = s.deployment.ctx();
    const own = { pageId: deploymentPageId, file: "infrastructure", noun: "mailer", key: "main" } as const;
    const row = {
      ...own,
      ourId: "01m7vrt60gzx9a8q5f0p3kd2bn",
      isMade: true,
      fields: { name: "a digest" },
      updatedAt: now(),
    };
    await db.insert(configuredThingTable).values(row);
    return takeOverThingOfDeployment(s.ctx(), { id: row.ourId });
  }),
  ...repositorySteps,
  step("configuration/page-secrets#setPageSecret", (given, s) =>
    setPageSecret(s.ctx(), { ...given, name: "ops-slack", value: secretWord }),
  ),
  step("configuration/page-secrets#deletePageSecret", (given, s) =>
    deletePageSecret(s.ctx(), { ...given, name: "ops-slack" }),
  ),
];
