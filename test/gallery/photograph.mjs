// Photographs the gallery: each state in three themes and three widths, and sheets of them all. Fails where a text has
// too little contrast.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import esbuild from "esbuild";
import { createBuilds } from "../../esbuild.mjs";
import { growToContent, least, settle } from "./settledPage.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const themesFile = path.join(project, "test", "gallery", "themes.json");
const widths = [280, 400, 930];
const origin = "http://gallery.test";
const types = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf", ".json": "application/json" };

/**
 * The variables of the editor that we name; of one whose end is put together, as `--vscode-terminal-ansi${color}`, its
 * beginning.
 */
function usedVariables() {
  const files = fs
    .readdirSync(path.join(project, "webview"), { recursive: true })
    .filter((file) => /\.(svelte|css|ts)$/.test(file));
  const found = files.flatMap((file) => [
    ...fs.readFileSync(path.join(project, "webview", file), "utf8").matchAll(/(--vscode-[\w-]+)(\$\{)?/g),
  ]);
  const named = (isBeginning) => [
    ...new Set(found.filter((match) => (match[2] !== undefined) === isBeginning).map((match) => match[1])),
  ];
  return { whole: named(false), beginnings: named(true) };
}

/**
 * Records what a theme of the editor says of the variables that we use. `frame` is the panel's own in a real VS Code.
 */
export async function recordTheme(frame) {
  return frame.evaluate(({ whole, beginnings }) => {
    const { style } = document.documentElement;
    const names = [...style].filter(
      (name) => whole.includes(name) || beginnings.some((beginning) => name.startsWith(beginning)),
    );
    const variables = names.sort().map((name) => [name, style.getPropertyValue(name).trim()]);
    return {
      body: document.body.className,
      variables: Object.fromEntries(variables.filter(([, value]) => value !== "")),
    };
  }, usedVariables());
}

export function writeThemes(themes) {
  fs.writeFileSync(themesFile, `${JSON.stringify(themes, undefined, 2)}\n`);
}

/** Takes the pictures of the states whose names hold one of `wanted`, of all without any. */
export async function photograph(browser, wanted) {
  const out = path.join(project, "dist", "pictures", "gallery");
  fs.rmSync(out, { recursive: true, force: true });
  const served = await buildPage();
  const themes = Object.entries(JSON.parse(fs.readFileSync(themesFile, "utf8")));
  // Beside each other: most of the time is waited.
  await Promise.all(themes.map(([theme, look]) => photographTheme(browser, { theme, look, served, out, wanted })));
}

/** The files of the page, by their paths. In memory: another build may clear dist meanwhile. */
async function buildPage() {
  const { page } = createBuilds();
  const { outputFiles } = await esbuild.build({
    ...page,
    entryPoints: { page: "test/gallery/page.ts", earlyStyles: page.entryPoints.earlyStyles },
    outdir: "/",
    write: false,
    logLevel: "warning",
  });
  const fixtures = path.join(project, "test", "fixtures");
  const recordings = fs.readdirSync(fixtures).filter((file) => file.endsWith(".ndjson"));
  const texts = recordings.map((file) => [
    path.basename(file, ".ndjson"),
    fs.readFileSync(path.join(fixtures, file), "utf8"),
  ]);
  return new Map([
    ...outputFiles.map(({ path: file, contents }) => [`/${path.basename(file)}`, Buffer.from(contents)]),
    ["/recordings.json", JSON.stringify(Object.fromEntries(texts))],
  ]);
}

async function photographTheme(browser, { theme, look, served, out, wanted }) {
  const context = await browser.newContext({ deviceScaleFactor: 1 });
  const html = getDocument(look);
  await context.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: html });
    return route.fulfill({
      contentType: types[path.extname(pathname)] ?? "text/plain",
      body: served.get(pathname) ?? "",
    });
  });
  const page = await context.newPage();
  // Times are the same in every picture.
  await page.clock.setFixedTime("2026-11-22T09:31:05Z");
  const failures = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  await page.goto(origin);
  const states = await page.waitForFunction(() => window.galleryStates);
  const names = (await states.jsonValue()).filter(
    (name) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  for (const width of widths) {
    const pictures = [];
    for (const name of names) {
      await page.setViewportSize({ width, height: least });
      await page.goto(`${origin}/?state=${name}`);
      await settle(page).catch((error) => {
        throw new Error(`${theme}, ${name}: ${error.message}`);
      });
      await growToContent(page, width);
      // Some texts are only in a wide page, others only in a narrow one.
      if (width !== widths[1]) failures.push(...(await findLowContrast(page)).map((found) => `${name}: ${found}`));
      const picture = await page.screenshot({
        path: path.join(out, `${theme}-${width}-${name}.png`),
        animations: "disabled",
      });
      pictures.push({ name, picture });
    }
    await sheets(context, out, `${theme}-${width}`, pictures);
  }
  await context.close();
  if (failures.length > 0) throw new Error(`the gallery failed in ${theme}:\n${failures.join("\n")}`);
  console.log(`dist/pictures/gallery/${theme}-*.png`);
}

/** Returns the texts of a page that its colors make hard to read, as axe-core counts it. */
async function findLowContrast(page) {
  await page.addScriptTag({ content: axe.source });
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["color-contrast"] }));
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any.map(({ message }) => message).join(" ")}`),
  );
}

function getDocument({ body, variables }) {
  const style = Object.entries(variables)
    .map(([name, value]) => `${name}: ${value};`)
    .concat("background: var(--vscode-sideBar-background);")
    .join(" ");
  // In the order of the panel's document.
  const links = ["/page.css", "/earlyStyles.css"].map((file) => `<link rel="stylesheet" href="${file}">`);
  return `<!DOCTYPE html><html lang="en" style="${style.replaceAll('"', "&quot;")}"><head>${links.join("")}</head><body class="${body}"><div id="app"></div><script type="module" src="/page.js"></script></body></html>`;
}

/** Pictures of a theme and a width beside each other. */
async function sheets(context, out, kind, pictures) {
  const page = await context.newPage();
  const figure = ({ name, picture }) =>
    `<figure><img src="data:image/png;base64,${picture.toString("base64")}"><figcaption>${name}</figcaption></figure>`;
  const perSheet = 10;
  for (let at = 0; at < pictures.length; at += perSheet) {
    const figures = pictures.slice(at, at + perSheet).map(figure);
    await page.setContent(
      `<style>body{margin:8px;display:flex;flex-wrap:wrap;align-items:start;gap:8px;font:12px sans-serif;background:#888}figure{margin:0}</style>${figures.join("")}`,
    );
    await page.setViewportSize({ width: kind.endsWith("280") ? 1_460 : 2_460, height: 800 });
    await page.screenshot({ path: path.join(out, `sheet-${kind}-${at / perSheet + 1}.png`), fullPage: true });
  }
  await page.close();
}
