import { writeAgentFile } from "../../scripts/bundle/agent-file.ts";

/** The agent's single file as a deployment serves it. */
export const agent = await writeAgentFile();
