import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();
const isWindows = process.platform === "win32";

it.skipIf(isWindows)("restores all but files whose place ignored files have, or what is no file", async () => {
  const { place, folder, write } = makeWorkspace({
    ...{ "a.txt": "1", build: "#!", "logs/a.txt": "1", pipe: "1", "in/pipe": "1" },
    ".gitignore": "build/\n",
  });
  const files = openWindow(place, [folder]).open();
  fs.mkdirSync(path.join(folder, "empty"));
  const first = await files.take({ kind: "manual", name: "" });
  const at = (name: string): string => path.join(folder, name);
  for (const name of ["build", "logs", "in", "empty", "pipe"]) fs.rmSync(at(name), { recursive: true });
  write(".gitignore", "build/\n/logs\n/empty\n");
  for (const name of ["a.txt", "build/out.o", "build/new/covered.txt", "logs", "empty"]) write(name, "2");
  execFileSync("mkfifo", [at("pipe"), at("in")]);
  const { uncovered } = await files.compare(first.id, (await files.take({ kind: "preview" })).id);
  expect(uncovered).toEqual(
    ["build", "in/pipe", "logs/a.txt", "pipe"].map((name) => ({ path: at(name), reason: "taken" })),
  );
  const result = await restoreAllFiles(files, first.id);
  expect(result).toMatchObject({ kind: "done", different: [] });
  const read = (name: string): string => fs.readFileSync(at(name), "utf8");
  expect(["a.txt", "build/out.o", "logs", "empty"].map(read)).toEqual(["1", "2", "2", "2"]);
  if (result.kind === "done") await restoreAllFiles(files, result.undo.id);
  expect(read("a.txt")).toBe("2");
});
