/** Thrown when a step of a deployment fails, with the reason in one line. */
export class DeployError extends Error {}
