import { expect, it } from "vitest";
import { compareFiles, findAssets, findManifestFiles, listImports } from "../../package/content.mjs";

it("finds the files that the host's code loads", () => {
  expect(findAssets('read(asset("dist/webview/main.css")); joinPath(uri, asset( "media/a.svg" ))', "a.ts")).toEqual([
    "dist/webview/main.css",
    "media/a.svg",
  ]);
});

it.each(["asset(name)", "asset(`dist/${name}.js`)", 'asset("dist/" + name)', "asset(wide ? 'a' : 'b')"])(
  "refuses a name that only a run can tell: %s",
  (text) => {
    expect(() => findAssets(text, "a.ts")).toThrow("a.ts");
  },
);

it("finds the files that a manifest names, wherever they stand", () => {
  const manifest = {
    main: "./dist/a.cjs",
    icon: "media/icon.png",
    contributes: { views: [{ icon: { dark: "media/d.svg" } }] },
    homepage: "https://media/x",
  };
  expect(findManifestFiles(manifest)).toEqual(["dist/a.cjs", "media/icon.png", "media/d.svg"]);
});

it("follows imports of bundles, also those on demand or with a query, except editor packages", () => {
  const imports = [
    { path: "out/webview/chunk.js", kind: "dynamic-import" },
    { path: "out/webview/icons.ttf?abc", kind: "url-token" },
    { path: "./mermaid.js", kind: "dynamic-import", external: true },
    { path: "vscode", kind: "require-call", external: true },
  ];
  expect(listImports([{ outputs: { "out/webview/main.js": { imports } } }], "out").get("dist/webview/main.js")).toEqual(
    [
      { name: "dist/webview/chunk.js", isOnDemand: true },
      { name: "dist/webview/icons.ttf", isOnDemand: false },
      { name: "dist/webview/mermaid.js", isOnDemand: true },
    ],
  );
});

it("names a file that is missing, and one that nothing loads", () => {
  expect(() => compareFiles(["a", "b"], ["a"], "The archive")).toThrow("The archive lacks b.");
  expect(() => compareFiles(["a"], ["a", "c"], "The archive")).toThrow("The archive has files that nothing loads: c.");
  expect(() => compareFiles(["a"], ["a"], "The archive")).not.toThrow();
});
