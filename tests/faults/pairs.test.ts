import { testPairs } from "../support/pair-run";

/** Two at once on one page: whoever is held between its read and its write, it comes out as if one had followed the other. */
testPairs(0);
