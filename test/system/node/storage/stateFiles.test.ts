import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StateFiles } from "../../../../extension/node/storage/stateFiles.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-state-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const place = () => path.join(folder, "not", "there", "yet");

it("writes the last of several texts, and reads it after a restart", async () => {
  const files = new StateFiles(place(), silentLogger);
  for (let i = 0; i < 50; i++) files.save("a", `text ${i}`);
  files.save("b", "other");
  await files.flush();
  const again = new StateFiles(place(), silentLogger);
  expect([again.load("a"), again.load("b"), again.load("c")]).toEqual(["text 49", "other", undefined]);
  expect(fs.readdirSync(place()).sort()).toEqual(["a.json", "b.json"]);
});

it.skipIf(process.platform === "win32")("lets nobody else read what is saved", async () => {
  const files = new StateFiles(place(), silentLogger);
  files.save("a", "secret");
  await files.flush();
  expect(fs.statSync(path.join(place(), "a.json")).mode & 0o777).toBe(0o600);
});

it("removes a text, or sets it aside without deleting it", async () => {
  const files = new StateFiles(place(), silentLogger);
  files.save("a", "gone");
  files.save("b", "damaged");
  await files.flush();
  files.remove("a");
  files.setAside("b");
  await files.flush();
  expect(files.load("a")).toBeUndefined();
  expect(files.load("b")).toBeUndefined();
  const [left] = fs.readdirSync(place());
  expect(left).toMatch(/^b\.json\.\d+\.damaged$/);
  expect(fs.readFileSync(path.join(place(), left!), "utf8")).toBe("damaged");
});

it("says what could not be saved, and saves the next text all the same", async () => {
  const warnings: string[] = [];
  fs.writeFileSync(path.join(folder, "blocked"), "a file where a folder should be");
  const files = new StateFiles(path.join(folder, "blocked"), {
    ...silentLogger,
    warn: (message) => warnings.push(message),
  });
  files.save("a", "x");
  await files.flush();
  expect(warnings).toHaveLength(1);
  await expect(files.flush("a")).rejects.toThrow("EEXIST");
  fs.rmSync(path.join(folder, "blocked"));
  files.save("a", "y");
  await files.flush("a");
  expect(files.load("a")).toBe("y");
});

it("writes what could not be saved with whatever is saved next", async () => {
  const blocked = path.join(folder, "blocked");
  fs.writeFileSync(blocked, "a file where a folder should be");
  const files = new StateFiles(blocked, silentLogger);
  files.save("a", "precious");
  await files.flush();
  fs.rmSync(blocked);
  files.save("b", "next");
  await files.flush();
  expect([files.load("a"), files.load("b")]).toEqual(["precious", "next"]);
  expect(files.names()).toEqual(expect.arrayContaining(["a", "b"]));
});

it("writes at the end of a window what could not be saved", async () => {
  const blocked = path.join(folder, "blocked");
  fs.writeFileSync(blocked, "a file where a folder should be");
  const told: (string | undefined)[] = [];
  const files = new StateFiles(blocked, silentLogger, { tellFailing: (reason) => told.push(reason) });
  files.save("a", "precious");
  files.save("b", "too");
  await files.flush();
  fs.rmSync(blocked);
  await files.flush();
  expect([files.load("a"), files.load("b"), told]).toEqual(["precious", "too", [expect.any(String), undefined]]);
});

it("writes a text in its new place before it leaves its old one", async () => {
  const files = new StateFiles(place(), silentLogger);
  const names: string[] = [];
  const { rename } = fs.promises;
  const renamed = vi.spyOn(fs.promises, "rename").mockImplementation((from, to) => {
    names.push(path.basename(String(to)));
    return rename(from, to);
  });
  try {
    files.save("first", "");
    files.save("old", "precious");
    files.save("new", "precious");
    files.save("old", "");
    await files.flush();
  } finally {
    renamed.mockRestore();
  }
  expect(names).toEqual(["first.json", "new.json", "old.json"]);
});

it("writes what is saved just as the last write ends", async () => {
  const blocked = path.join(folder, "blocked");
  fs.writeFileSync(blocked, "a file where a folder should be");
  const files: StateFiles = new StateFiles(blocked, silentLogger, {
    tellFailing: (reason) => files.save("told", reason ?? "writes again"),
  });
  files.save("a", "x");
  await files.flush();
  fs.rmSync(blocked);
  files.save("a", "y");
  await files.flush();
  expect([files.load("a"), files.load("told")]).toEqual(["y", "writes again"]);
});

it("reports once when the disk begins to refuse, and once when it works again", async () => {
  const told: (string | undefined)[] = [];
  // A file stands where the folder is to be.
  fs.writeFileSync(path.join(folder, "not"), "");
  const files = new StateFiles(place(), silentLogger, { tellFailing: (reason) => told.push(reason) });
  for (const text of ["one", "two"]) {
    files.save("a", text);
    await files.flush();
  }
  expect(told).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/)]);
  fs.rmSync(path.join(folder, "not"));
  files.save("b", "three");
  await files.flush();
  expect(told).toHaveLength(2);
  expect(told[1]).toBeUndefined();
  expect([files.load("a"), files.load("b")]).toEqual(["two", "three"]);
});

it.each(["save", "remove"] as const)("does not %s over a damaged text before it could be set aside", async (call) => {
  fs.mkdirSync(place(), { recursive: true });
  const file = path.join(place(), "a.json");
  fs.writeFileSync(file, "damaged");
  const [failing, unread]: [unknown[], unknown[]] = [[], []];
  const files = new StateFiles(place(), silentLogger, {
    tellFailing: (reason) => failing.push(reason),
    tellUnread: ({ why, reason }) => unread.push([why, reason]),
  });
  const change = (): void => (call === "save" ? files.save("a", "new") : files.remove("a"));
  const refused = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw new Error("EACCES");
  });
  try {
    expect(files.load("a")).toBe("damaged");
    files.setAside("a");
    for (let times = 0; times < 2; times++) {
      change();
      await files.flush();
    }
  } finally {
    refused.mockRestore();
  }
  expect(fs.readFileSync(file, "utf8")).toBe("damaged");
  expect([failing, unread, files.hasUnread]).toEqual([["EACCES"], [["unreadable", "EACCES"]], true]);
  files.save("b", "next");
  await files.flush();
  const aside = fs.readdirSync(place()).find((name) => name.endsWith(".damaged"));
  expect(fs.readFileSync(path.join(place(), aside ?? ""), "utf8")).toBe("damaged");
  expect(files.load("a")).toBe(call === "save" ? "new" : undefined);
});
