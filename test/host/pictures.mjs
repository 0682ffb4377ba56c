// Takes the pictures. `npm run pictures` takes all: those of the README, in a real VS Code with the demo model
// (media/pictures), and those for review (dist/pictures): every state of the request cards, the diffs beside them, a
// rewind, isolated conversations with guards and the question about an extension, and a turn beside the editor's own
// views, in three themes, narrow and wide, pages in narrow tabs, and every component in every state without VS Code.
// `documents` takes only those that documents show, `NAME …` some scenes of `pictureScenes.mjs`, `cards [NAME …]`,
// `gallery [NAME …]`, and `rewind`, `isolation` and `beside [THEME …]` only those. `themes` records the colors of the
// gallery.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { photograph, recordTheme, writeThemes } from "../gallery/photograph.mjs";
import { demoOptions, demoScripts } from "../model/demo.mjs";
import { startModel } from "../model/server.mjs";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { animate } from "./animatedPicture.mjs";
import { actBeside, besideFiles, besideScripts } from "./besideStates.mjs";
import { launchBrowser } from "./browser.mjs";
import { cardFiles, cardScripts, cardStates } from "./cardStates.mjs";
import { startCodeServer, writeSettings } from "./codeServer.mjs";
import { modelEnvironment, temporaryHome } from "./environment.mjs";
import { packExample } from "./exampleExtension.mjs";
import { ensureCli } from "./install.mjs";
import { actIsolation, isolationScripts, isolationSettings } from "./isolationStates.mjs";
import { listArguments, listShownPictures, pictureFolder, readShownTexts, writeRecord } from "./pictureRecord.mjs";
import { button, contrast, dark, light, scenes, wide } from "./pictureScenes.mjs";
import { actRewind, rewindFiles, rewindScripts, rewindSettings } from "./rewindStates.mjs";
import { actTour, tourFiles, tourScripts } from "./tourStates.mjs";
import { openPanel, openWorkbench, setPanelWidth } from "./workbench.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const pictures = pictureFolder;
/** Texts of the product in the pictures that documents show, by their names. */
const shownTexts = {};
const reviewed = path.join(project, "dist", "pictures");

/** Makes the tab about this wide: the panel beside it takes the rest. */
async function setTabWidth(page, width) {
  const [tab, panel] = await Promise.all(
    [".part.editor", ".part.auxiliarybar"].map((part) => page.locator(part).boundingBox()),
  );
  await setPanelWidth(page, panel.width + tab.width - width);
}

async function pictureCards(states, theme, width) {
  const kind = `${theme.split(" ").slice(1).join("-").toLowerCase()}-${width}`;
  const out = path.join(project, "dist", "pictures");
  fs.mkdirSync(out, { recursive: true });
  for (const { name, prompt, card, clicks = [], act } of states) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 760 } });
    const page = await context.newPage();
    const folder = path.join(place.root, `${kind}-${name}`);
    fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
    const cells = [
      { id: "a1", cell_type: "code", source: ["print('before')\n"], metadata: {}, outputs: [], execution_count: null },
    ];
    fs.writeFileSync(
      path.join(folder, "n.ipynb"),
      JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    for (const [file, text] of Object.entries(cardFiles)) fs.writeFileSync(path.join(folder, file), text);
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
    await openWorkbench(page, server, { folder });
    const panel = await openPanel(page);
    await setPanelWidth(page, width);
    await panel.getByRole("textbox", { name: "Message" }).fill(prompt);
    await button(panel, "Send").click();
    const group = panel.getByRole("group", { name: card, exact: true });
    await group.last().waitFor();
    for (const click of clicks)
      await (typeof click === "string" ? button(panel, click) : panel.getByRole(click.role, { name: click.name }))
        .first()
        .click();
    await act?.({ page, panel, folder });
    await page.mouse.move(600, 700);
    await panel
      .locator("[aria-disabled=false]")
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => {});
    await page.screenshot({ path: path.join(out, `${name}-${kind}.png`) });
    console.log(`dist/pictures/${name}-${kind}.png`);
    await context.close();
  }
}

/**
 * Walks that are photographed step by step in one window: their steps, and the files of their folder beside the sample.
 */
const walks = {
  rewind: { act: actRewind, files: rewindFiles },
  isolation: { act: actIsolation },
  beside: { act: actBeside, files: besideFiles },
};

/** Files in media/pictures of the pictures of walks that the README shows. */
const shownInReadme = { "rewind-preview-dark-400": "rewind-dark.png" };

async function pictureWalk(name, theme, width) {
  const { act, files = {} } = walks[name];
  const kind = `${{ [dark]: "dark", [light]: "light", [contrast]: "contrast" }[theme]}-${width}`;
  const out = path.join(project, "dist", "pictures");
  fs.mkdirSync(out, { recursive: true });
  const context = await browser.newContext({ viewport: wide });
  const page = await context.newPage();
  const folder = path.join(place.root, `${kind}-${name}`);
  fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
  const own = { ...files, ".vscode/settings.json": JSON.stringify({ "workbench.colorTheme": theme }) };
  for (const [file, text] of Object.entries(own)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  await openWorkbench(page, server, { folder });
  const panel = await openPanel(page);
  await setPanelWidth(page, width);
  const shoot = async (state) => {
    // A press that Playwright repeats scrolls the frame of the panel by some pixels.
    await page.locator(".webview-overlay-content").evaluateAll((frames) => {
      for (const frame of frames) frame.scrollTo(0, 0);
    });
    const picture = await page.screenshot({ path: path.join(out, `${state}-${kind}.png`) });
    console.log(`dist/pictures/${state}-${kind}.png`);
    const name = shownInReadme[`${state}-${kind}`];
    if (!name) return;
    fs.writeFileSync(path.join(pictures, name), picture);
    shownTexts[name.replace(".png", "")] = await readShownTexts(page);
  };
  await act({ page, panel, folder, shoot });
  await context.close();
}

/** Takes the moving picture of the README. */
async function pictureTour() {
  const context = await browser.newContext({ viewport: { width: 1200, height: 720 } });
  const page = await context.newPage();
  const folder = path.join(place.root, "shop");
  // The settings of a newcomer.
  writeSettings(userData, plainSettings);
  fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  const own = { ...tourFiles, ".vscode/settings.json": JSON.stringify({ "workbench.colorTheme": dark }) };
  for (const [name, text] of Object.entries(own)) fs.writeFileSync(path.join(folder, name), text);
  await openWorkbench(page, server, { folder });
  const panel = await openPanel(page);
  await setPanelWidth(page, 420);
  const frames = [];
  const texts = new Set();
  const shoot = async (ms) => {
    frames.push({ png: await page.screenshot(), ms });
    for (const text of await readShownTexts(page)) texts.add(text);
  };
  await actTour({ page, panel, shoot });
  const file = animate(frames);
  fs.writeFileSync(path.join(pictures, "tour.png"), file);
  shownTexts["tour"] = [...texts].sort();
  console.log(`media/pictures/tour.png (${Math.round(file.length / 1_000)} kB)`);
  await context.close();
}

/** Records the values that the themes of a real VS Code give to the colors that Tandem uses. */
async function recordThemes() {
  const recorded = {};
  for (const [name, theme] of Object.entries({ light, dark, contrast })) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const folder = path.join(place.root, `theme-${name}`);
    fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "workbench.colorTheme": theme }));
    await openWorkbench(page, server, { folder });
    await openPanel(page);
    recorded[name] = await recordTheme(await getFrame(page));
    await context.close();
  }
  writeThemes(recorded);
}

/** Returns the panel's own frame. */
async function getFrame(page) {
  for (const frame of page.frames())
    if ((await frame.getByRole("textbox", { name: "Message" }).count()) > 0) return frame;
  throw new Error("the panel's frame is not there");
}

const given = process.argv.slice(2);
const wanted = given[0] === "documents" ? listArguments() : given;
const isAll = wanted.length === 0;
if (isAll || wanted[0] === "gallery") {
  const browser = await launchBrowser();
  try {
    await photograph(browser, wanted.slice(1));
  } finally {
    await browser.close();
  }
  if (!isAll) process.exit();
}

const shown = listShownPictures();
const { file } = await ensurePackage();
const place = temporaryHome("tandem-pictures-");
const userData = path.join(place.root, "user-data");
const ownScripts = new Map(
  Object.entries({ ...cardScripts, ...rewindScripts, ...isolationScripts, ...besideScripts, ...tourScripts }),
);
const model = await startModel({
  scripts: (prompt, told) => ownScripts.get(prompt)?.(told.cwd) ?? demoScripts(prompt, told),
});
const packages = [file, await packExample(place.root)];
const program = path.join(project, "test", "fakes", "mcp", "stdio.mjs");
// A short path, which the status page shows.
const claude = path.join(place.root, "claude");
fs.symlinkSync(ensureCli(), claude);
const plainSettings = {
  "tandem.claudePath": claude,
  "tandem.environment": modelEnvironment({ home: place.home, url: model.url }),
};
const settings = {
  ...rewindSettings,
  ...isolationSettings,
  ...plainSettings,
  "tandem.maxTurns": 20,
  "tandem.mcpServers": {
    weather: { command: process.execPath, args: [program, "works"] },
    tickets: { command: process.execPath, args: [program, "crashesAtStart"] },
  },
};
const server = await startCodeServer({
  root: place.root,
  packages,
  settings,
  env: { TANDEM_DEMO: JSON.stringify(demoOptions) },
});
const browser = await launchBrowser();
try {
  for (const out of [pictures, reviewed]) fs.mkdirSync(out, { recursive: true });
  for (const [name, scene] of Object.entries(scenes)) {
    if (!isAll && !wanted.includes(name)) continue;
    writeSettings(userData, name.startsWith("servers") ? settings : plainSettings);
    const folder = path.join(place.root, name);
    fs.cpSync(path.join(project, "test", "host", "sample"), folder, { recursive: true });
    fs.mkdirSync(path.join(folder, ".vscode"));
    fs.writeFileSync(
      path.join(folder, ".vscode", "settings.json"),
      JSON.stringify({ "workbench.colorTheme": scene.theme, ...scene.settings }),
    );
    for (const [file, text] of Object.entries(scene.files ?? {})) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    const context = await browser.newContext({ viewport: scene.size ?? { width: 1100, height: 760 } });
    const page = await context.newPage();
    await openWorkbench(page, server, { folder });
    const panel = await openPanel(page);
    await setPanelWidth(page, scene.width);
    await scene.act?.(panel, page);
    if (scene.tabWidth) await setTabWidth(page, scene.tabWidth);
    // Moves the pointer away from everything, also from editors, whose scroll bars it would show, and waits for a frame
    // to render the effect.
    await page.mouse.move(200, 600);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const out = shown.includes(name) ? pictures : reviewed;
    await page.screenshot({ path: path.join(out, `${name}.png`) });
    if (out === pictures) shownTexts[name] = await readShownTexts(page);
    console.log(`${path.relative(project, out)}/${name}.png`);
    await context.close();
  }
  if (isAll || wanted.includes("tour")) await pictureTour();
  if (wanted.includes("themes")) await recordThemes();
  writeSettings(userData, { ...settings, "tandem.mcpServers": {} });
  for (const walk of Object.keys(walks)) {
    if (!isAll && wanted[0] !== walk) continue;
    for (const [name, theme] of Object.entries({ dark, light, contrast }))
      if (wanted.length <= 1 || wanted.includes(name)) await pictureWalk(walk, theme, name === "light" ? 280 : 400);
  }
  writeSettings(userData, settings);
  if (isAll || wanted.includes("cards")) {
    const states = cardStates.filter(({ name }) => wanted.length <= 1 || wanted.includes(name));
    for (const theme of [dark, light, contrast]) await pictureCards(states, theme, 280);
    await pictureCards(states, light, 480);
  }
  writeRecord(shownTexts);
} finally {
  await browser.close();
  await server.stop();
  await model.close();
  place.remove();
}
