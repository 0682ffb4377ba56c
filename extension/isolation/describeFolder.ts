import path from "node:path";
import type { IsolatedFolder } from "../conversations/isolationPorts.ts";

/** Maximum number of missing entries that are named. */
const maxNamed = 10;

/** Returns a description of an isolated folder for the model. */
export function describeForModel({ folder, origin, createdAt, leftOut, leftOutCount }: IsolatedFolder): string {
  const named = leftOut.slice(0, maxNamed).map(({ path: name }) => JSON.stringify(name));
  const missing = leftOutCount === 0 ? "" : ` Not in the copy: ${leftOutCount} entries, such as ${named.join(", ")}.`;
  return [
    `You work in ${folder}, a copy of ${origin} that was made at ${new Date(createdAt).toISOString()} with its uncommitted and ignored files.`,
    `Change files only in the copy; the user reviews the changes and applies them to ${origin}.`,
    `Later changes of the original are not in the copy.${missing}`,
  ].join(" ");
}

/** Returns environment variables for programs in an isolated folder: git looks for no repository above it. */
export function getIsolatedEnvironment(place: string): Readonly<Record<string, string>> {
  return { GIT_CEILING_DIRECTORIES: path.join(place, "files") };
}
