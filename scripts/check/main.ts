import { onEnding } from "../setup/ending.mjs";
import { runChecks } from "./checks.ts";
import { endProcessGroups } from "./group.ts";

onEnding(async () => {
  await endProcessGroups(1500);
  process.exit(130);
});

const { failed } = await runChecks();
process.exit(failed === 0 ? 0 : 1);
