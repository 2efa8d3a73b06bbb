import { chartBox } from "./chart-box";

const coordinates = /([\d.]{1,12}),([\d.]{1,12})/g;

/**
 * Returns the values (ms) of a chart's points from the path of its line, whose vertical axis ends at `top` ms; null
 * where the line has a gap. So a browser needs no second copy of them. They are exact to a third of a thousandth of
 * `top`.
 */
export function valuesOfChartLine(path: string, count: number, top: number): (number | null)[] {
  const values = Array<number | null>(count).fill(null);
  const height = chartBox.ground - chartBox.top;
  for (const [, x, y] of path.matchAll(coordinates)) {
    values[Math.floor((Number(x) / chartBox.width) * count)] = Math.round(
      ((chartBox.ground - Number(y)) / height) * top,
    );
  }
  return values;
}

export const sumPointCounts = (sizes: readonly number[]): number => sizes.reduce((total, each) => total + each, 0);

/** Returns the row of a point: rows are newest first, and `sizes` says how many points each has. */
export function responseRowOfChartPoint(sizes: readonly number[], index: number): number {
  let left = sumPointCounts(sizes) - index;
  const found = sizes.findIndex((size) => {
    left -= size;
    return left <= 0;
  });
  return found;
}

/** Returns the point under a share (0 to 1, from the left) of the drawing's width. */
export function chartPointAtShare(share: number, count: number, isMirrored: boolean): number {
  const index = Math.floor((isMirrored ? 1 - share : share) * count);
  return Math.min(count - 1, Math.max(0, index));
}

/** Part of all points by which a whole page is turned. */
const pageShare = 0.1;

/** Returns the point that a key leads to; null for a key that leads nowhere. Arrows lead where they point. */
export function chartPointAfterKey(key: string, index: number, count: number, isMirrored: boolean): number | null {
  const page = Math.max(1, Math.round(count * pageShare));
  const forward = isMirrored ? -1 : 1;
  const ways: Record<string, number> = {
    ArrowRight: index + forward,
    ArrowLeft: index - forward,
    ArrowUp: index + 1,
    ArrowDown: index - 1,
    PageUp: index + page,
    PageDown: index - page,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(ways, key) ? ways[key] : undefined;
  return next === undefined ? null : Math.min(count - 1, Math.max(0, next));
}
