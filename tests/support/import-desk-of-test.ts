import { afterEach, beforeEach } from "vitest";
import type { OriginAnswer, OriginRequest } from "~/importers/contract/origin";
import { type CreateImportInput, createImport } from "~/importers/create";
import { readImport } from "~/importers/read";
import { good } from "./desk";
import { importOwner, type OriginServer, serveOrigin } from "./import-desk";
import { deskOfEachTest, standIn } from "./of-file";
import { originFixture } from "./origin-reading";
import { statuspageV1Answer } from "./statuspage-origin";

export const statuspageKey = "k3y-of-nobody";

export const gatusFiles = () => [{ path: "config.yaml", text: originFixture("gatus/config.yaml") }];

/** Opens a desk for each test of a file, whose outgoing calls a simulated Statuspage answers. */
export function importDeskOfEachTest() {
  const desk = deskOfEachTest();
  let server: OriginServer;
  let answerTo: (request: OriginRequest) => OriginAnswer;
  const answerBy = (answer: typeof answerTo) => {
    answerTo = answer;
  };
  beforeEach(async () => {
    answerBy(statuspageV1Answer);
    server = await serveOrigin((request) => answerTo(request));
    desk.deployment.way.outbound = server.outbound;
  });
  afterEach(() => server.close());
  /** Starts an import of which no step is taken after the answer: each test takes them itself. */
  const start = async (given: Partial<CreateImportInput>): Promise<string> =>
    (await good(createImport(importOwner(desk), { pageId: desk.pageId, ...given }))).id;
  const startStatuspage = () => start({ origin: "statuspage", key: statuspageKey });
  const view = (id: string) => good(readImport(desk.owner(), { pageId: desk.pageId, id }));
  return { desk, server: standIn(() => server), answerBy, start, startStatuspage, view };
}
