import os from "node:os";

/**
 * Configuration of every call: no program of a repository runs, no cache or lock of the user's repository is used, and
 * bytes stay as they are.
 */
const settings = {
  "core.fsmonitor": "false",
  "core.hooksPath": os.devNull,
  // Rules of the user are passed with those of the repository; without a file of that name, git reads a usual one.
  "core.excludesFile": "",
  "core.untrackedCache": "false",
  "core.splitIndex": "false",
  "index.sparse": "false",
  "core.autocrlf": "false",
  "core.safecrlf": "false",
  "core.longpaths": "true",
  "core.quotePath": "false",
  "core.precomposeUnicode": "false",
  "core.looseCompression": "1",
  "pack.compression": "1",
  // Objects that a checkpoint names must survive a loss of power; where git is able to, it waits once for all objects
  // of a call.
  "core.fsync": "committed,loose-object",
  "core.fsyncMethod": "batch",
  "fastimport.unpackLimit": "1",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "protocol.allow": "never",
};

/**
 * Size above which git stores a content in a pack of its own: none has it. Git 2.39 fails if one call stores such a
 * content after a smaller one, because the pack is lost with the temporary folder of `core.fsyncMethod=batch`. On
 * Windows and 32-bit systems git takes no larger number.
 */
const isSmall = process.platform === "win32" || !/64|s390x/.test(process.arch);

const storedAsOne = `core.bigFileThreshold=${isSmall ? "4095m" : "1048576g"}`;

/** Returns the arguments that configure a call of a command, before its name. `isSyncedLater`: see `GitCall`. */
export function formatSettings(
  command: string | undefined,
  ignoresCase: boolean,
  isSyncedLater: boolean,
): readonly string[] {
  const options = Object.entries({ ...settings, "core.ignorecase": `${ignoresCase}` }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  if (command === "update-index") options.push("-c", storedAsOne);
  if (isSyncedLater) options.push("-c", "core.fsync=none");
  return options;
}
