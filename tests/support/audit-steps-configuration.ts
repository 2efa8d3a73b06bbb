import { eq } from "drizzle-orm";
import { applyConfiguration } from "~/configuration/apply-configuration";
import { takeOverManagedThing } from "~/configuration/managed/managed-thing";
import { deletePageSecret, setPageSecret } from "~/configuration/page-secrets";
import { runDueConfigurationJobs } from "~/configuration/run-jobs";
import { componentGroup } from "~/db/schema";
import { ok } from "~/failures/failure";
import { type Step, secretWord, step } from "./audit-stage";

const text = "name: infrastructure\npages:\n  acme:\n    groups:\n      extra: { name: Extra }\n";

/** A file to its end, what people take over from it, and the secrets that files name. */
export const configurationSteps: Step[] = [
  step("configuration/apply-configuration#applyConfiguration", (_, s) => applyConfiguration(s.ctx(), { text })),
  step("configuration/run-jobs#runConfigurationJob", async (_, s) => {
    const machine = () => s.deployment.ctx({ kind: "machine", id: "configuration" });
    for (let round = 0; round < 4; round++) await runDueConfigurationJobs(machine());
    return ok(null);
  }),
  step("configuration/managed/managed-thing#takeOverManagedThing", async (given, s) => {
    const ofPage = eq(componentGroup.pageId, s.page.id);
    const groups = await s.deployment.ctx().db.select().from(componentGroup).where(ofPage);
    const id = groups.find(({ name }) => name === "Extra")?.id ?? "";
    return takeOverManagedThing(s.ctx(), { ...given, id });
  }),
  step("configuration/page-secrets#setPageSecret", (given, s) =>
    setPageSecret(s.ctx(), { ...given, name: "ops-slack", value: secretWord }),
  ),
  step("configuration/page-secrets#deletePageSecret", (given, s) =>
    deletePageSecret(s.ctx(), { ...given, name: "ops-slack" }),
  ),
];
