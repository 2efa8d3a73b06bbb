import type { Step } from "./audit-stage";
import { configurationSteps } from "./audit-steps-configuration";
import { doorSteps } from "./audit-steps-doors";
import { importSteps } from "./audit-steps-imports";
import { pageSteps } from "./audit-steps-page";
import { peopleAndPageSteps } from "./audit-steps-people";
import { proposalSteps } from "./audit-steps-proposals";
import { thingSteps } from "./audit-steps-things";

/** The walk through every use case that writes, in an order in which each finds what it needs. */
export const auditSteps: readonly Step[] = [
  ...pageSteps,
  ...proposalSteps,
  ...thingSteps,
  ...importSteps,
  ...configurationSteps,
  ...doorSteps,
  ...peopleAndPageSteps,
];
