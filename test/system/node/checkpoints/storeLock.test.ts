import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { withStoreLock } from "../../../../extension/node/checkpoints/store/storeLock.ts";
import { openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

afterEach(() => void vi.restoreAllMocks());

function refuseLinks(code: string): void {
  vi.spyOn(fs.promises, "link").mockRejectedValue(Object.assign(new Error("no links here"), { code }));
}

it.each(["EPERM", "ENOTSUP"])("runs one at a time where the file system has no links (%s)", async (code) => {
  const { place } = workspace();
  refuseLinks(code);
  let running = 0;
  const work = async (): Promise<void> => {
    running++;
    await new Promise((resolve) => setImmediate(resolve));
    expect(running--).toBe(1);
  };
  await Promise.all(Array.from({ length: 5 }, () => withStoreLock(place, work)));
  expect(fs.readdirSync(place).sort()).toEqual(["format.json", "workspace"]);
});

it("takes checkpoints where the file system has no links", async () => {
  const { place, folder } = workspace({ "a.txt": "one" });
  refuseLinks("EPERM");
  expect(
    (await openWindow(place, [folder]).open().take({ kind: "manual", name: "" })).folders[0]?.snapshot,
  ).toBeDefined();
});

it("waits for another window that is writing its lock, and for none that ended meanwhile", async () => {
  const { place } = workspace();
  const lock = path.join(place, "lock");
  fs.writeFileSync(lock, "");
  const attempts = vi.spyOn(fs.promises, "open");
  let isDone = false;
  const working = withStoreLock(place, async () => {
    isDone = true;
  });
  await vi.waitFor(() => expect(isDone || attempts.mock.calls.length > 3).toBe(true));
  expect(isDone).toBe(false);
  fs.utimesSync(lock, 1, 1);
  await working;
  expect([isDone, fs.existsSync(lock)]).toEqual([true, false]);
});

it("rejects with any other error", async () => {
  const { place } = workspace();
  refuseLinks("EIO");
  await expect(withStoreLock(place, async () => {})).rejects.toMatchObject({ code: "EIO" });
});
