// Medians of what benches measured in several runs.

const number = /\d[\d,]*(?:\.\d+)?/g;

/**
 * Returns the rows of two revisions side by side: medians of each figure, and the figures of now divided by those of
 * before. `before` and `now` contain the rows of one bench for each run. Rows are matched by their text, the others by
 * their order if both have as many.
 */
export function compareRuns(before, now) {
  const [old, own] = [summarize(before), summarize(now)];
  const isIn = (rows, { what }) => rows.some((row) => row.what === what);
  const [oldOnly, ownOnly] = [old.filter((row) => !isIn(own, row)), own.filter((row) => !isIn(old, row))];
  const isRenamed = oldOnly.length === ownOnly.length;
  const findOld = (row) =>
    old.find(({ what }) => what === row.what) ?? (isRenamed ? oldOnly[ownOnly.indexOf(row)] : undefined);
  const rows = own.map((row) => {
    const match = findOld(row);
    return { what: row.what, before: match?.text ?? "", now: row.text, ratio: match ? divide(row, match) : "" };
  });
  return [...rows, ...(isRenamed ? [] : oldOnly.map(({ what, text }) => ({ what, before: text, now: "", ratio: "" })))];
}

/**
 * Returns each row with the medians of its figures, in the text of the first run. A row that some run lacks is left
 * out.
 */
function summarize(runs) {
  const [first = []] = runs;
  return first.flatMap(({ what, measured }) => {
    const texts = runs.map((rows) => rows.find((row) => row.what === what)?.measured);
    const figures = texts.map((text) => (text?.match(number) ?? []).map((each) => Number(each.replaceAll(",", ""))));
    if (texts.includes(undefined)) return [];
    const medians = (figures[0] ?? []).map((_, index) => median(figures.map((each) => each[index] ?? Number.NaN)));
    let index = 0;
    return [{ what, medians, text: measured.replace(number, (text) => format(medians[index++], text)) }];
  });
}

/** Returns the ratios of the figures of two rows; nothing where the rows differ in their number. */
function divide({ medians: own }, { medians: old }) {
  if (own.length !== old.length) return "";
  return own.map((value, index) => (old[index] ? `${(value / old[index]).toFixed(2)}×` : "–")).join(" / ");
}

/** Returns the middle value, or the mean of the two in the middle. */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** Formats a value with as many decimals as `like` has. */
function format(value, like) {
  return value.toLocaleString("en", {
    minimumFractionDigits: decimals(like),
    maximumFractionDigits: decimals(like),
    useGrouping: like.includes(","),
  });
}

function decimals(text) {
  return text.split(".")[1]?.length ?? 0;
}
