import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What each room may import beside itself; anything else is a layer break (extension/README.md). */
const rooms: Record<string, { rooms: string[]; packages: string[] }> = {
  contract: { rooms: [], packages: [] },
  base: { rooms: [], packages: [] },
  protocol: { rooms: ["base"], packages: ["zod", "@modelcontextprotocol/sdk"] },
  cli: { rooms: ["base", "protocol", "session/ports"], packages: ["node", "cross-spawn", "tree-kill"] },
  review: { rooms: ["base"], packages: ["diff"] },
  session: { rooms: ["base", "protocol", "review", "contract"], packages: [] },
  editor: { rooms: ["base", "contract", "review", "session/ports"], packages: ["vscode", "zod", "node:path", "node:fs"] },
  panel: { rooms: ["base", "contract", "session"], packages: ["vscode", "zod", "node:crypto"] },
  commands: { rooms: ["session", "panel", "editor", "contract", "base"], packages: ["vscode", "node:path"] },
};
/** Rooms that may use the editor's API at run time. */
const withVscode = new Set(["editor", "panel", "commands", ""]);

function files(folder: string, endings: readonly string[]): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" || entry.name === "installs" ? [] : files(name, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [name] : [];
  });
}

interface Import {
  readonly target: string;
  readonly isType: boolean;
}

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g)].map((match) => ({
    target: match[2] ?? match[3] ?? "",
    isType: match[1] !== undefined,
  }));
}

const resolved = (file: string, target: string): string => path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
const roomOf = (file: string): string => (file.startsWith("extension/") ? (file.split("/").length > 2 ? (file.split("/")[1] ?? "") : "") : "webview");

const hostFiles = files("extension", [".ts"]);
const webviewFiles = files("webview", [".ts", ".svelte"]);

describe.each(hostFiles)("%s", (file) => {
  const room = roomOf(file);
  const rules = rooms[room];
  it("imports only what its room may", () => {
    // The wiring at the root of the host may import everything.
    for (const { target } of rules ? importsOf(file) : []) {
      if (target.startsWith(".")) {
        const to = resolved(file, target);
        const isAllowed = roomOf(to) === room || rules?.rooms.some((name) => to.startsWith(`extension/${name}/`) || to === `extension/${name}.ts`);
        expect(isAllowed, `${file} imports ${to}`).toBe(true);
      } else {
        const isAllowed = rules?.packages.some((name) => target === name || target.startsWith(`${name}/`) || (name === "node" && target.startsWith("node:")));
        expect(isAllowed, `${file} imports ${target}`).toBe(true);
      }
    }
  });
  it("uses the editor's API only in the rooms that may", () => {
    if (importsOf(file).some(({ target }) => target === "vscode")) expect(withVscode.has(room)).toBe(true);
  });
});

it("starts processes only in cli", () => {
  const users = hostFiles.filter((file) => importsOf(file).some(({ target }) => /child_process|cross-spawn|tree-kill/.test(target)));
  expect(users.every((file) => roomOf(file) === "cli")).toBe(true);
});

it("keeps extension.ts from being imported", () => {
  for (const file of hostFiles) for (const { target } of importsOf(file)) expect(resolved(file, target)).not.toBe("extension/extension.ts");
});

it("lets the webview see nothing of the host but the types of the contract", () => {
  for (const file of webviewFiles) {
    for (const { target, isType } of importsOf(file)) {
      if (!target.startsWith(".") || resolved(file, target).startsWith("webview/")) continue;
      expect(resolved(file, target), file).toMatch(/^extension\/contract\//);
      expect(isType, `${file} imports ${target} at run time`).toBe(true);
    }
  }
});

it("has no circles", () => {
  const all = [...hostFiles, ...webviewFiles];
  const graph = new Map(
    all.map((file) => [
      file,
      importsOf(file)
        .filter(({ target, isType }) => target.startsWith(".") && !isType)
        .map(({ target }) => resolved(file, target)),
    ]),
  );
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    // A component may render itself: a list in a list is no circle of design.
    const circle = trail.indexOf(file);
    if (circle !== -1 && circle !== trail.length - 1 && !trail.slice(circle).every((name) => name.endsWith(".svelte")))
      throw new Error(`circle: ${[...trail.slice(circle), file].join(" → ")}`);
    if (circle !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of all) visit(file, []);
});

it.each([...hostFiles, ...webviewFiles, ...files("test", [".ts", ".mjs"]), "esbuild.mjs"])("%s stays under 400 lines", (file) => {
  expect(fs.readFileSync(path.join(root, file), "utf8").split("\n").length).toBeLessThanOrEqual(400);
});

it("renders text as text: no component makes HTML of a string", () => {
  for (const file of webviewFiles)
    expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(/\{@html|innerHTML|insertAdjacentHTML|\beval\(|new Function/);
});

it.each(["utils", "helpers", "types", "manager"])("has no file named %s", (name) => {
  for (const file of [...hostFiles, ...webviewFiles]) expect(path.basename(file).toLowerCase()).not.toContain(name);
});
