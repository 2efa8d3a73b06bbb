import { testPairs } from "../support/pair-run";

/** The other half of the pairs (tests/faults/pairs), in a process of its own. */
testPairs(1);
