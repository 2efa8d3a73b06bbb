import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { RangeText, TimeText } from "./time-text";
import { noViewer, ViewerProvider } from "./viewer";

const viewer = { ...noViewer, timeZone: "America/New_York" };

const hour = 3_600_000;
/** The first occurrence of 01:30. */
const first = Date.UTC(2026, 10, 1, 5, 30);

const textOf = (element: React.ReactNode) =>
  renderToString(<ViewerProvider viewer={viewer}>{element}</ViewerProvider>).replace(/<[^>]+>/g, "");

test("a time that comes twice says which of the two it is, alone and in a range; no other does", () => {
  expect(textOf(<TimeText at={first} />)).toBe("Nov 1, 2026, 01:30 EDT");
  expect(textOf(<TimeText at={first + hour} exact />)).toBe("Nov 1, 2026, 01:30:00 EST");
  expect(textOf(<RangeText from={first} to={first + hour} />)).toBe("Nov 1, 2026, 01:30 EDT – Nov 1, 2026, 01:30 EST");
  expect(textOf(<RangeText from={first + 3 * hour} to={first + 4 * hour} />)).not.toMatch(/E[DS]T/);
});
