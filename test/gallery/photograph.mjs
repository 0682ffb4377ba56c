// Photographs the gallery: each state in three themes and two widths, and sheets of them all.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { webviewBuild } from "../../esbuild.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const themesFile = path.join(project, "test", "gallery", "themes.json");
const widths = [280, 480];
const origin = "http://gallery.test";
const types = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

/** The variables of the editor that our styles name. */
function usedVariables() {
  const files = fs.readdirSync(path.join(project, "webview"), { recursive: true }).filter((file) => /\.(svelte|css)$/.test(file));
  const names = files.flatMap((file) => fs.readFileSync(path.join(project, "webview", file), "utf8").match(/--vscode-[\w-]+/g) ?? []);
  return [...new Set(names)].sort();
}

/** Records what a theme of the editor says of the variables that we use. `frame` is the panel's own in a real VS Code. */
export async function recordTheme(frame) {
  return frame.evaluate((names) => {
    const style = getComputedStyle(document.documentElement);
    const variables = names.map((name) => [name, style.getPropertyValue(name).trim()]).filter(([, value]) => value !== "");
    return { body: document.body.className, variables: Object.fromEntries(variables) };
  }, usedVariables());
}

export function writeThemes(themes) {
  fs.writeFileSync(themesFile, `${JSON.stringify(themes, undefined, 2)}\n`);
}

/** Takes the pictures of the states whose names hold one of `wanted`, of all without any. */
export async function photograph(browser, wanted) {
  const built = path.join(project, "dist", "gallery");
  const out = path.join(project, "dist", "pictures", "gallery");
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  await esbuild.build({
    ...webviewBuild,
    absWorkingDir: project,
    entryPoints: { page: "test/gallery/page.ts" },
    outdir: built,
    loader: { ...webviewBuild.loader, ".ndjson": "text" },
    logLevel: "warning",
  });
  const themes = JSON.parse(fs.readFileSync(themesFile, "utf8"));
  for (const [theme, { body, variables }] of Object.entries(themes)) {
    const style = Object.entries(variables)
      .map(([name, value]) => `${name}: ${value};`)
      .join(" ");
    const styles = fs.readdirSync(built).filter((file) => file.endsWith(".css"));
    const links = styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join("");
    const html = `<!DOCTYPE html><html lang="en" style="${style.replaceAll('"', "&quot;")}"><head>${links}</head><body class="${body}"><div id="app"></div><script type="module" src="/page.js"></script></body></html>`;
    const context = await browser.newContext({ deviceScaleFactor: 1 });
    await context.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/") return route.fulfill({ contentType: "text/html", body: html });
      return route.fulfill({ contentType: types[path.extname(pathname)] ?? "text/plain", body: fs.readFileSync(path.join(built, path.basename(pathname))) });
    });
    const page = await context.newPage();
    // Times are the same in every picture.
    await page.clock.setFixedTime("2026-11-22T09:31:05Z");
    const failures = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    await page.goto(origin);
    const names = (await page.evaluate(() => window.galleryStates)).filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
    for (const width of widths) {
      for (const name of names) {
        await page.setViewportSize({ width, height: 640 });
        await page.goto(`${origin}/?state=${name}`);
        await page.getByRole("log").waitFor();
        for (const label of await page.evaluate(() => window.galleryPress)) await page.getByRole("button", { name: label, exact: true }).first().click();
        await page.mouse.move(1, 1);
        // What is loaded on demand, and a frame for it.
        await page.waitForLoadState("networkidle");
        await page.getByText("Loading…", { exact: true }).waitFor({ state: "detached" });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        await page.screenshot({ path: path.join(out, `${theme}-${width}-${name}.png`), animations: "disabled" });
      }
      await sheet(context, out, `${theme}-${width}`, names);
    }
    await context.close();
    if (failures.length > 0) throw new Error(`the gallery failed in ${theme}:\n${failures.join("\n")}`);
    console.log(`dist/pictures/gallery/${theme}-*.png`);
  }
}

/** All pictures of a theme and a width beside each other. */
async function sheet(context, out, kind, names) {
  const page = await context.newPage();
  const image = (name) =>
    `<figure><img src="data:image/png;base64,${fs.readFileSync(path.join(out, `${kind}-${name}.png`)).toString("base64")}"><figcaption>${name}</figcaption></figure>`;
  const perSheet = 10;
  for (let at = 0; at < names.length; at += perSheet) {
    await page.setContent(
      `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif;background:#888}figure{margin:0}</style>${names
        .slice(at, at + perSheet)
        .map(image)
        .join("")}`,
    );
    await page.setViewportSize({ width: kind.endsWith("280") ? 1_460 : 2_460, height: 800 });
    await page.screenshot({ path: path.join(out, `sheet-${kind}-${at / perSheet + 1}.png`), fullPage: true });
  }
  await page.close();
}
