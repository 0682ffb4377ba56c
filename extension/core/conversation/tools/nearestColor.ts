import type { AnsiColor } from "../../../shared/contract/tools.ts";

type Rgb = readonly [red: number, green: number, blue: number];

/** The sixteen colors of a theme, in the order in which the table of 256 starts. */
const themeColors: readonly AnsiColor[] = [
  ...(["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const),
  ...([
    "brightBlack",
    "brightRed",
    "brightGreen",
    "brightYellow",
    "brightBlue",
    "brightMagenta",
    "brightCyan",
    "brightWhite",
  ] as const),
];

/** RGB values of the sixteen colors in xterm, for themes that do not define them. */
const usual: readonly Rgb[] = [
  ...([
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
  ] as const),
  ...([
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
  ] as const),
];

/** Brightness of the six steps of red, green and blue in the table. */
const steps = [0, 95, 135, 175, 215, 255] as const;

/**
 * Returns the theme color for an entry of the table of 256: the sixteen, a cube of six steps, and 24 greys. Undefined
 * for an index outside the table.
 */
export function getTableColor(index: number): AnsiColor | undefined {
  if (!Number.isInteger(index) || index < 0 || index > 255) return undefined;
  if (index < 16) return themeColors[index];
  if (index >= 232) return findNearestColor([8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)]);
  const at = index - 16;
  const step = (place: number): number => steps[place % 6] ?? 0;
  return findNearestColor([step(Math.floor(at / 36)), step(Math.floor(at / 6)), step(at)]);
}

/** Returns the theme color that is nearest to an RGB value. */
export function findNearestColor([red, green, blue]: Rgb): AnsiColor | undefined {
  const distance = ([r, g, b]: Rgb): number => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  const distances = usual.map(distance);
  return themeColors[distances.indexOf(Math.min(...distances))];
}
