/** A step of a deployment that did not work, said in one line. */
export class DeployFailed extends Error {}
