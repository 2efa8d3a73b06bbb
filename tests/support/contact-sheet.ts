import { writeFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { type Look, lookAs } from "./looks";

/** One way to view the situations, and the name of its column. */
export interface Column extends Omit<Look, "check" | "at" | "height"> {
  name: string;
  language?: string;
  /** Size of the reader's letters, in percent. */
  letters?: number;
}

/** A situation to view: it is opened in the tab for each column, and returns what was wrong with the answer. */
interface Situation {
  name: string;
  open(tab: Page, column: Column): Promise<string[]>;
}

type Kind = "phone" | "desk";

/** A part of the program's interface, with all its situations in one picture. */
export interface Sheet {
  name: string;
  columns: readonly Column[];
  situations: readonly Situation[];
  /** Width of pictures on the sheet, in pixels, if they need to be larger than the smallest legible size. */
  shown?: Record<Kind, number>;
}

/** Greatest height of a picture, as a multiple of its width; and the widths of pictures on the sheet. */
const tallest = { phone: 2.1, desk: 0.8 };
const narrow = 500;
const [gap, nameWidth] = [10, 160];
const smallest = { phone: 190, desk: 340 };

const kindOf = ({ width }: Column): Kind => (width < narrow ? "phone" : "desk");
const shownWidth = ({ shown = smallest }: Sheet, column: Column) => shown[kindOf(column)];

/** Runs in the page. */
function enlarge(letters: number): void {
  document.documentElement.style.fontSize = letters === 100 ? "" : `${letters}%`;
}

async function photograph(tab: Page, column: Column): Promise<string> {
  const height = Math.round(column.width * tallest[kindOf(column)]);
  await lookAs(tab, { ...column, height });
  await tab.evaluate(enlarge, column.letters ?? 100);
  const bytes = await tab.screenshot({ type: "jpeg", quality: 90 });
  return `data:image/jpeg;base64,${bytes.toString("base64")}`;
}

/** Photographs everything in turn; `check` returns what is wrong with the page. */
async function photographAll({ columns, situations }: Sheet, tab: Page, check: (tab: Page) => Promise<string[]>) {
  const [rows, wrong]: [string[][], string[]] = [[], []];
  for (const situation of situations) {
    const row: string[] = [];
    for (const column of columns) {
      const found = await situation.open(tab, column);
      row.push(await photograph(tab, column));
      found.push(...(await check(tab)));
      wrong.push(...found.map((each) => `${situation.name}, ${column.name}: ${each}`));
    }
    rows.push(row);
  }
  return { rows, wrong };
}

const cell = (sheet: Sheet, column: Column, { source, name }: { source: string; name: string }) =>
  `<td><img src="${source}" alt="${name}, ${column.name}" width="${shownWidth(sheet, column)}"></td>`;

function sheetHtml(sheet: Sheet, rows: readonly string[][]): string {
  const { columns, situations } = sheet;
  const heads = columns.map(({ name }) => `<th>${name}</th>`).join("");
  const lines = situations.map(
    ({ name }, at) =>
      `<tr><th>${name}</th>${columns.map((column, place) => cell(sheet, column, { source: rows[at]?.[place] ?? "", name })).join("")}</tr>`,
  );
  return `<!doctype html><style>body{margin:16px;background:#8a918d;font:13px system-ui}th{padding:4px;color:#000;text-align:start;vertical-align:top}td{padding:4px;vertical-align:top}img{display:block}</style><table><tr><th></th>${heads}</tr>${lines.join("")}</table>`;
}

/** Runs in the page: turns a screenshot into WebP, a third of the size of a PNG. */
async function asWebp({ png, quality }: { png: string; quality: number }): Promise<string> {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality);
}

async function compressed(tab: Page, quality: number): Promise<Buffer> {
  const png = (await tab.screenshot({ fullPage: true })).toString("base64");
  await tab.setContent("<title>sheet</title>");
  const webp = await tab.evaluate(asWebp, { png: `data:image/png;base64,${png}`, quality });
  return Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
}

const widthOf = (sheet: Sheet) =>
  sheet.columns.reduce((total, column) => total + shownWidth(sheet, column) + gap, nameWidth);

/** Draws the sheet to a file; returns what `check` found and the size in bytes. */
export async function drawSheet(
  context: BrowserContext,
  sheet: Sheet,
  { file, check, quality = 0.6 }: { file: string; check(tab: Page): Promise<string[]>; quality?: number },
): Promise<{ wrong: string[]; bytes: number }> {
  const tab = await context.newPage();
  const { rows, wrong } = await photographAll(sheet, tab, check);
  const paper = await context.newPage();
  await paper.setViewportSize({ width: widthOf(sheet), height: 1000 });
  await paper.setContent(sheetHtml(sheet, rows));
  const picture = await compressed(paper, quality);
  await writeFile(file, picture);
  await context.close();
  return { wrong, bytes: picture.length };
}
