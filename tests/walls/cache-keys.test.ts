import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setSlug } from "../support/never";
