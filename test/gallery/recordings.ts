import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getStates } from "./states.ts";

const fixtures = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "fixtures");
const recordings = fs.readdirSync(fixtures).filter((file) => file.endsWith(".ndjson"));

/** Every state of the gallery, with the recorded conversations of the tests. */
export const states = getStates(
  Object.fromEntries(
    recordings.map((file) => [path.basename(file, ".ndjson"), fs.readFileSync(path.join(fixtures, file), "utf8")]),
  ),
);

/**
 * The states that hold something that none before them holds, and the others: all of them would take longer, and show
 * the same components.
 */
export function byNovelty() {
  const known = new Set<string>();
  // The recorded ones come first and hold the most.
  const novel = Object.entries(states)
    .reverse()
    .filter(([, state]) => {
      const { size } = known;
      for (const trait of getTraits(state)) known.add(trait);
      return known.size > size;
    });
  const names = new Set(novel.map(([name]) => name));
  return [novel, Object.entries(states).filter(([name]) => !names.has(name))] as const;
}

/** The fields that something has, at any depth, and the values of those that say what it is. */
function getTraits(value: unknown, name = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [telling.has(name) ? `${name} ${value}` : name];
  const isList = Array.isArray(value) || byId.has(name);
  return [name, ...Object.entries(value).flatMap(([key, each]) => getTraits(each, isList ? name : key))];
}
const telling = new Set(["kind", "code", "toolKind", "press", "focus", "choose", "into", "showThinking"]);
const byId = new Set(["details", "threads", "beyond", "outputs"]);
