import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, openDesk } from "../../tests/support/desk";
import { endOfDocument, foreignUpdate, readRows, uncheckedDocument } from "../../tests/support/hostile-imports";
import { foreignComponent, foreignIncident, startOf2026Ms } from "../../tests/support/import-documents";

import { jobOf, previewOf } from "../../tests/support/import-jobs";

/** Scripts in texts are never printed as such, and ids stay apart. */

let desk: Desk;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
});
afterEach(() => desk.close());

describe("a text", () => {
  test("of a script is never printed as one", async () => {
    const body =
      "<script>alert(1)</script> [x](javascript:alert(1)) ![y](data:text/html,<b>) <img src=x onerror=alert(1)> [z](JaVaScRiPt&colon;alert(1))";
    await endOfDocument(desk, {
      components: [foreignComponent("c", { name: "<script>", description: body })],
      incidents: [
        foreignIncident("i", {
          title: body,
          updates: [foreignUpdate({ body })],
          postmortem: { body, publishedAt: startOf2026Ms },
        }),
      ],
    });
    const [row] = await readRows(
      desk,
      "SELECT u.body_html AS html, i.postmortem_html AS more FROM incident_update u JOIN incident i ON i.id = u.incident_id",
    );
    for (const html of [row?.html, row?.more]) {
      expect(html).not.toMatch(/<script|<img|href="\s*(javascript|data)/i);
    }
  });

  test("ids with what a database cuts off stay apart, and are known again", async () => {
    const parts = {
      components: ["a", "a\u0000", "a\u0000b"].map((id) => foreignComponent(id, { name: `N ${id.length}` })),
    };
    const end = await endOfDocument(desk, parts);
    if (end === "applied") {
      expect(await readRows(desk, "SELECT count(*) AS count FROM foreign_id WHERE kind = 'component'")).toEqual([
        { count: 3 },
      ]);
      const again = await previewOf(desk, uncheckedDocument(parts));
      expect((await jobOf(desk, again)).counts?.component.verdicts).toMatchObject({ same: 3, make: 0 });
    } else expect(end).toBe("invalid");
  });
});
