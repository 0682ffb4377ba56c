import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Point } from "../../../../extension/node/checkpoints/points/point.ts";
import { PointLog } from "../../../../extension/node/checkpoints/points/pointLog.ts";
import { onSmallDisk } from "./smallDisk.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

const name = "points.jsonl";
const makePoint = (id: string, text = ""): Point =>
  ({
    id,
    at: 1,
    run: "run",
    conversation: "one",
    cause: { kind: "manual", name: text },
    folder: "/folder",
  }) as unknown as Point;
const readIds = async (log: PointLog): Promise<readonly string[]> => (await log.read()).map(({ id }) => id);

/** A block of the file system in memory. */
const block = 4096;

describe("on a disk that has room for a part only", () => {
  const size = 64 * block;
  const fill = (small: string, free: number): void => {
    const { bavail, bsize } = fs.statfsSync(small);
    fs.writeFileSync(path.join(small, "full"), Buffer.alloc(bavail * bsize - free * block));
  };

  it("has every point whose adding succeeded", async (context) => {
    await onSmallDisk(context, `${size}`, async (small) => {
      const log = new PointLog(path.join(small, name));
      fill(small, 3);
      const added: string[] = [];
      let error: unknown;
      for (let number = 0; error === undefined && number < 20; number++)
        await log.add(makePoint(`${number}`, "x".repeat(3000))).then(
          () => added.push(`${number}`),
          (reason: unknown) => {
            error = reason;
          },
        );
      expect(error).toMatchObject({ code: "ENOSPC" });
      expect(await readIds(log)).toEqual(added);
      fs.rmSync(path.join(small, "full"));
      await log.add(makePoint("last"));
      expect(await readIds(log)).toEqual([...added, "last"]);
    });
  });

  it("keeps all points when they are to be replaced", async (context) => {
    await onSmallDisk(context, `${size}`, async (small) => {
      const log = new PointLog(path.join(small, name));
      for (let number = 0; number < 10; number++) await log.add(makePoint(`${number}`, "x".repeat(3000)));
      const points = await log.read();
      fill(small, 4);
      await expect(log.replace(points.slice(1))).rejects.toMatchObject({ code: "ENOSPC" });
      expect(await log.read()).toEqual(points);
    });
  });
});

it("reads the log again after another window replaced it twice, even at the same inode", async () => {
  const { place } = workspace();
  const [one, other] = [new PointLog(path.join(place, name)), new PointLog(path.join(place, name))];
  for (const id of ["a", "b", "c"]) await one.add(makePoint(id));
  expect(await readIds(other)).toEqual(["a", "b", "c"]);
  for (const _ of ["first", "second"]) await one.replace((await one.read()).slice(1));
  for (const id of ["d", "e", "f", "g"]) await one.add(makePoint(id));
  expect(await readIds(other)).toEqual(["c", "d", "e", "f", "g"]);
});

it("keeps a damaged log in its place until another one replaces it", async () => {
  const { place } = workspace();
  const file = path.join(place, name);
  const log = new PointLog(file);
  for (const id of ["a", "b"]) await log.add(makePoint(id));
  fs.appendFileSync(file, "{}\n");
  const refused = vi.spyOn(fs.promises, "rename").mockRejectedValueOnce(new Error("cut off here"));
  await expect(log.replace((await log.read()).slice(1))).rejects.toThrow("cut off here");
  refused.mockRestore();
  expect(await readIds(new PointLog(file))).toEqual(["a", "b"]);
  await log.replace((await log.read()).slice(1));
  expect(await readIds(log)).toEqual(["b"]);
  const aside = fs.readdirSync(place).filter((each) => each.endsWith(".damaged"));
  for (const each of aside) expect(fs.readFileSync(path.join(place, each), "utf8")).toContain('"id":"a"');
  expect(aside.length).toBeGreaterThan(0);
});
