import type { ForeignParameter, UnknownSetting } from "../../shared/contract/settingProblem.ts";

/** Parameters that other programs have for models, without separators and in lower case. */
const foreignParameters: ReadonlyMap<string, ForeignParameter> = new Map([
  ...["temperature", "topp", "topk", "minp", "typicalp"].map((name) => [name, "sampling"] as const),
  ...["seed", "randomseed"].map((name) => [name, "seed"] as const),
  ...["maxtokens", "maxoutputtokens", "maxcompletiontokens", "maxnewtokens", "numpredict"].map(
    (name) => [name, "length"] as const,
  ),
  ...["stop", "stopsequences", "stopsequence"].map((name) => [name, "stop"] as const),
  ...["presencepenalty", "frequencypenalty", "repetitionpenalty", "repeatpenalty", "logitbias"].map(
    (name) => [name, "penalty"] as const,
  ),
  ...["n", "bestof", "numcompletions"].map((name) => [name, "count"] as const),
]);

/**
 * Returns the kind of parameter of other programs that a name stands for, however it is written; undefined for any
 * other name.
 */
export function findForeignParameter(name: string): ForeignParameter | undefined {
  return foreignParameters.get(normalize(name));
}

/**
 * Returns the keys of `values`, an object of the editor with a level for each dot, that are neither in `known` nor the
 * value of a known one.
 */
export function findUnknownKeys(values: unknown, known: ReadonlySet<string>, prefix = ""): readonly string[] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => {
    const key = `${prefix}${name}`;
    // The editor adds functions of its own to the values.
    if (known.has(key) || typeof value === "function") return [];
    const isGroup = [...known].some((each) => each.startsWith(`${key}.`));
    return isGroup && typeof value === "object" && value !== null ? findUnknownKeys(value, known, `${key}.`) : [key];
  });
}

/** Describes a key that is not in `known`, as the user has to understand it. */
export function describeUnknownSetting(key: string, known: Iterable<string>): UnknownSetting {
  const parameter = findForeignParameter(key) ?? findForeignParameter(lastPart(key));
  if (parameter) return { code: "foreign", key, parameter };
  const similar = findSimilar(key, known);
  return similar === undefined ? { code: "unknown", key } : { code: "similar", key, similar };
}

/** Returns the known name that differs least from `key`, if it differs little enough to be meant. */
function findSimilar(key: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly distance: number } | undefined;
  const wanted = normalize(key);
  for (const name of known) {
    const distance = Math.min(...[name, lastPart(name)].map((each) => getDistance(wanted, normalize(each))));
    if (distance < (best?.distance ?? 1 + Math.ceil(wanted.length / 5))) best = { name, distance };
  }
  return best?.name;
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function lastPart(key: string): string {
  return key.split(".").at(-1) ?? key;
}

/** Returns the number of letters to insert, delete, replace or swap with their neighbor. */
function getDistance(left: string, right: string): number {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next.push(
        Math.min(
          change,
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
