// @vitest-environment node
import { describe, expect, it } from "vitest";
import { getImports, hostFiles, read, webviewFiles } from "./sources.ts";
import { conversationFloors, wings } from "./wings.ts";

const names = Object.keys(wings);

/** Returns the wing of a file; undefined for those at the top and of `wiring/`, which may import everything. */
const getWing = (file: string): string | undefined => names.find((name) => file.startsWith(`extension/${name}/`));
/** Returns the folder below `within` to which a file belongs; "." for the files beside these folders. */
const getFolder = (file: string, within: string): string => {
  const rest = file.slice(within.length + 1).split("/");
  return rest.length > 1 ? (rest[0] ?? "") : ".";
};

/** Returns whether a rule such as "shared", "core/review?" or "node" lets something be imported. */
const allows = (rule: string, target: string, isType: boolean): boolean => {
  const name = rule.replace("?", "");
  const isMeant =
    target === name ||
    target === `${name}.ts` ||
    target.startsWith(`${name}/`) ||
    (name === "node" && target.startsWith("node:"));
  return isMeant && (isType || !rule.endsWith("?"));
};

/** Returns the imports of files below a folder that do not lead downwards in an order of its folders. */
function findClimbing(within: string, order: readonly string[]): readonly string[] {
  return hostFiles
    .filter((file) => file.startsWith(`${within}/`))
    .flatMap((file) =>
      getImports(file)
        .filter(({ target }) => target.startsWith(`${within}/`))
        .filter(({ target }) => order.indexOf(getFolder(target, within)) > order.indexOf(getFolder(file, within)))
        .map(({ target }) => `${file} imports ${target}`),
    );
}

it("has every file of the host in a wing, in wiring or at the top", () => {
  const others = hostFiles.filter((file) => getWing(file) === undefined && !file.startsWith("extension/wiring/"));
  expect(others.filter((file) => file.split("/").length > 2)).toEqual([]);
});

/** Returns the back-ticked names in the cell of a table; of those after "as types" with the "?" of a rule. */
function readRules(cell: string): readonly string[] {
  const [full = "", types = ""] = cell.split("as types");
  const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, each = ""]) => each);
  return [...namesIn(full), ...namesIn(types).map((each) => `${each}?`)];
}

describe.each(Object.entries(wings))("the wing %s", (name, { floors, uses, packages }) => {
  const own = hostFiles.filter((file) => getWing(file) === name);

  it("has the folders of its floors, and no others", () => {
    const found = new Set(own.map((file) => getFolder(file, `extension/${name}`)).filter((folder) => folder !== "."));
    expect([...found].sort()).toEqual([...floors].sort());
  });

  it("imports of other wings and of packages only what it may", () => {
    const wrong = own.flatMap((file) =>
      getImports(file)
        .filter(({ target, isType }) => {
          if (!target.startsWith("extension/")) return !packages.some((rule) => allows(rule, target, isType));
          return getWing(target) !== name && !uses.some((rule) => allows(`extension/${rule}`, target, isType));
        })
        .map(({ target }) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("imports downwards", () => {
    expect(findClimbing(`extension/${name}`, [".", ...floors])).toEqual([]);
  });

  it("is in extension/README.md with its floors in their order", () => {
    const section = new RegExp(`^### ${name}\\b[^]*?(?=^##|(?![^]))`, "m").exec(read("extension/README.md"))?.[0] ?? "";
    const linked = [...section.matchAll(new RegExp(`^\\d+\\. \\[(\\w+)\\]\\(${name}/(\\w+)/?[^)]*\\)`, "gm"))];
    expect(linked.map(([, each]) => each)).toEqual(floors);
    expect(linked.map(([, , folder]) => folder)).toEqual(floors);
  });

  it("is in the table of extension/README.md with the APIs and folders that it uses", () => {
    const row = new RegExp(`^\\| \\[${name}\\]\\(#${name}\\) \\| (.+) \\| (.+) \\|$`, "m").exec(
      read("extension/README.md"),
    );
    const apis = Object.entries({ vscode: "VS Code", node: "Node" }).filter(([each]) => packages.includes(each));
    expect(row?.[1]?.split(";")[0]).toBe(apis.map(([, label]) => label).join(", ") || "no API");
    expect(readRules(row?.[2] ?? "")).toEqual(uses);
  });
});

it("imports downwards in one conversation, in the order that its README has", () => {
  expect(findClimbing("extension/core/conversation", conversationFloors)).toEqual([]);
  const rows = [
    ...read("extension/core/conversation/README.md").matchAll(/^\d+\. (?:\[(\w+)\/\]|The files of this folder)/gm),
  ];
  expect(rows.map(([, folder]) => folder ?? ".")).toEqual(conversationFloors);
});

it("lets no two folders beside each other import each other", () => {
  const pairs = new Map<string, string>();
  for (const file of hostFiles)
    for (const { target } of getImports(file).filter(({ target }) => target.startsWith("extension/"))) {
      const [from, to] = [file.split("/").slice(0, -1), target.split("/").slice(0, -1)];
      const shared = from.findIndex((folder, index) => folder !== to[index]);
      if (shared === -1 || to[shared] === undefined) continue;
      const place = from.slice(0, shared).join("/");
      pairs.set(`${place}: ${from[shared]} → ${to[shared]}`, `${file} imports ${target}`);
    }
  const both = [...pairs].filter(([pair]) => pairs.has(pair.replace(/(\S+) → (\S+)$/, "$2 → $1")));
  expect(both).toEqual([]);
});

it("has the contract import nothing but itself", () => {
  for (const file of hostFiles.filter((each) => each.startsWith("extension/shared/contract/")))
    for (const { target } of getImports(file)) expect(target, file).toMatch(/^extension\/shared\/contract\//);
});

it("lets the webview import only the contract, texts, pages and Markdown of the host", () => {
  for (const file of webviewFiles)
    for (const { target } of getImports(file).filter((each) => each.target.startsWith("extension/")))
      expect(target, file).toMatch(/^extension\/shared\/(contract|text|pages|markdown)\//);
});

it("has no import cycles, with imports of types counted", () => {
  const all = [...hostFiles, ...webviewFiles];
  const graph = new Map(all.map((file) => [file, getImports(file).map(({ target }) => target)]));
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
