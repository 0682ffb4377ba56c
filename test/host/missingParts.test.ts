// Removes each part that is loaded on demand while a whole package runs: what needs it first names the missing file.
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listFiles } from "../package/content.mjs";
import { EditorWorld } from "./editorWorld.ts";
import { type Part, type Place, parts, pluginPart } from "./parts.ts";
import type { Window } from "./window.ts";
import { getPanel, getTab, openConversationTree, openList, openPanel, runCommand } from "./workbench.mjs";

let world: EditorWorld;
let window: Window | undefined;
const installed = (): string => path.join(world.place.root, "extensions", "tandem-chat.tandem-0.1.0");

beforeAll(async () => {
  world = await EditorWorld.create();
});
afterEach(() => window?.close());
afterAll(() => world.close());

/** Reasons why no action says that a file is missing: then the check of all files after a start does. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(package\.json|\.vsixmanifest|dist\/extension\.cjs)$/, "the editor says that it cannot load the extension"],
  [
    /^dist\/(files\.json|start\.cjs|webview\/(early\.html|early\.js|earlyStyles\.css|main\.css|main\.js))$/,
    "a start needs it",
  ],
  [/^dist\/webview\/codicon\.ttf$/, "a page without its icons has their names"],
  [/^dist\/deathWatch\.cjs$/, "it runs beside the first claude, and is needed when nobody is there to say anything"],
  [/^(readme\.md|changelog\.md|LICENSE\.txt|dist\/licenses\.txt|dist\/tandem\.d\.ts)$/, "people read it"],
  [/^media\/[\w-]+\.(png|svg)$/, "the editor draws it"],
  [/^media\/walkthrough\/\w+\.svg$/, "the editor draws it"],
];

/** Returns the files of the package that a file loads, now or on demand, apart from the start. */
function listLoaded(file: string): string[] {
  if (!/\.c?js$/.test(file)) return [];
  const text = fs.readFileSync(path.join(installed(), file), "utf8");
  const found = [...text.matchAll(/(?:require|import|from)\s*\(?"\.\/([\w-]+\.c?js)"/g)];
  const names = found.map(([, name = ""]) => path.posix.join(path.posix.dirname(file), name));
  return [...new Set(names)].filter((name) => name !== "dist/start.cjs");
}

/** Returns the files of a part that no earlier part loads: it, and then what it shares with others. The
 * browser keeps a file whose import is missing. */
function listFilesOf(name: string, known: ReadonlySet<string>): readonly string[] {
  const own = listFiles(installed()).find((file) => file.replace(/-[A-Z0-9]{8}(?=\.)|\.c?js$/g, "") === `dist/${name}`);
  const found = new Set([own ?? `dist/${name}`]);
  for (const file of found) for (const each of listLoaded(file)) found.add(each);
  return [...found].filter((file) => !known.has(file));
}

/** Returns the files of each part. */
function divideParts(): ReadonlyMap<Part, readonly string[]> {
  const known = new Set<string>();
  return new Map(
    [...parts, pluginPart].map((part) => {
      const files = listFilesOf(part.name, known);
      for (const file of files) known.add(file);
      return [part, files];
    }),
  );
}

it("has a row for each file of the package, and a file for each row", { tags: "thorough" }, () => {
  const files = listFiles(installed());
  const ofParts = [...divideParts().values()].flat();
  expect(ofParts.filter((file) => !files.includes(file))).toEqual([]);
  const onDemand = ["dist/start.cjs", "dist/webview/main.js"].flatMap(listLoaded);
  expect(onDemand.length).toBeGreaterThan(20);
  expect(onDemand.filter((file) => !ofParts.includes(file))).toEqual([]);
  const others = files.filter((file) => !ofParts.includes(file));
  expect(others.filter((file) => !reasons.some(([pattern]) => pattern.test(file)))).toEqual([]);
  expect(reasons.filter(([pattern]) => !others.some((file) => pattern.test(file)))).toEqual([]);
});

/** Opens a window whose check of all files has passed, with the chat closed. */
async function openWhole(files: Record<string, string>): Promise<Place> {
  // The check comes with the writing of compiled code.
  const code = path.join(world.place.root, "user-data", "User", "globalStorage", "tandem-chat.tandem", "code");
  fs.rmSync(code, { recursive: true, force: true });
  window = await world.open({ isChatClosed: true, files });
  await openConversationTree(window.page);
  await expect.poll(() => fs.existsSync(code) && fs.readdirSync(code).some((name) => name.endsWith(".bin"))).toBe(true);
  await runCommand(window.page, "View: Show Explorer");
  window.page.setDefaultTimeout(15_000);
  return { world, window };
}

/** Acts without a file, and waits until the user is told which one is missing. */
async function missFile(place: Place, { act, missed }: Part, file: string): Promise<void> {
  const kept = path.join(world.place.root, "kept");
  const { page } = place.window;
  fs.renameSync(path.join(installed(), file), kept);
  try {
    await act(place);
    const text = `A file of Tandem is missing: ${file}.`;
    const alerts = [getTab(page), getPanel(page)].map((each) => each.getByRole("alert").filter({ hasText: text }));
    const places = [page.locator(".notification-toast", { hasText: text }), ...alerts];
    await Promise.any(places.map((each) => each.first().waitFor()));
    await missed?.(place);
  } finally {
    fs.renameSync(kept, path.join(installed(), file));
    await openList(page, "Notifications: Clear All Notifications");
  }
}

/** Misses the files of parts in turn. Returns what went wrong, so that one run shows all of it. */
async function missAll(place: Place, missed: readonly Part[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const files = divideParts();
  for (const part of missed) {
    const run = (what: string, work: () => Promise<unknown>) =>
      work().catch((error: unknown) =>
        wrong.push(`${what}: ${error instanceof AggregateError ? error.errors[0] : error}`),
      );
    await run(`preparing ${part.name}`, async () => part.prepare?.(place));
    for (const file of files.get(part) ?? []) await run(file, () => missFile(place, part, file));
    await run(`${part.name}, which is back`, async () => {
      await (part.retry ?? part.act)(place);
      await part.works(place);
    });
  }
  return wrong;
}

it("names each missing part where it is first needed, and uses it once back", {
  tags: "thorough",
  timeout: 900_000,
}, async () => {
  const place = await openWhole({ "a.txt": "a", "b.txt": "b" });
  await openPanel(place.window.page);
  expect(await missAll(place, parts)).toEqual([]);
});

it("names the missing part that looks for a repository's plugins, and starts nothing without it", {
  tags: "thorough",
}, async () => {
  const place = await openWhole({
    ".claude/settings.json": JSON.stringify({
      enabledPlugins: { "tool@shop": true },
      extraKnownMarketplaces: { shop: { source: { source: "directory", path: "./plugins" } } },
    }),
  });
  expect(await missAll(place, [pluginPart])).toEqual([]);
});
