import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

it.each([0, 2])("rewinds a turn that made too many files, and undoes that, after %i more turns", async (turns) => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one" });
  const { open } = openWindow(place, [folder], { limits: { maxFiles: 5 } });
  const files = open();
  const first = await files.take({ kind: "message", prompt: "p1" });
  write("a.txt", "two");
  for (let number = 0; number < 10; number++) write(`many/${number}`, "x");
  const end = await files.take({ kind: "turnEnd", prompt: "p1" });
  expect(end.folders[0]?.uncovered).toBe("tooManyFiles");
  for (let turn = 0; turn < turns; turn++) await files.take({ kind: "message", prompt: `later ${turn}` });
  expect((await files.list()).map(({ id }) => id)).toEqual([first.id]);
  expect((await files.before("p1"))?.id).toBe(first.id);
  const done = await restoreAllFiles(files, first.id);
  expect(fs.readdirSync(folder)).toEqual(["a.txt"]);
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
  const { id } = done.kind === "done" ? done.undo : expect.fail();
  expect(await restoreAllFiles(files, id)).toMatchObject({ kind: "done" });
  expect(fs.readdirSync(path.join(folder, "many"))).toHaveLength(10);
});

it("counts the files of a folder without checkpoints before any other work", async () => {
  const { place, folder } = makeWorkspace({ a: "1", b: "2", c: "3" });
  const files = openWindow(place, [folder], { limits: { maxFiles: 2 } }).open();
  expect((await files.take({ kind: "preview" })).folders[0]?.uncovered).toBe("tooManyFiles");
});
