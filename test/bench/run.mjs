// `npm run bench [-- NAME …]`: prints ratios measured within one run, and the machine's kind.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import esbuild from "esbuild";
import buildExtension from "../host/build.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const project = path.join(here, "..", "..");
const names = [
  "start",
  "stream",
  "reduce",
  "markdown",
  "stall",
  "long",
  "paint",
  "live",
  "turn",
  "first",
  "saved",
  "search",
  "mentions",
  "memory",
  "open",
  "idle",
  "review",
  "status",
  "settings",
  "tools",
  "checkpoints",
  "api",
  "isolation",
];
// The builds are those that users get: `--production` is for esbuild.mjs, which reads it too.
const wanted = process.argv.slice(2).filter((argument) => argument !== "--production");
for (const name of wanted) if (!names.includes(name)) throw new Error(`Unknown bench "${name}"; choose from ${names.join(", ")}.`);

fs.mkdirSync(path.join(project, "dist"), { recursive: true });
const out = fs.mkdtempSync(path.join(project, "dist", "bench-"));
try {
  await buildExtension();
  const rows = [];
  for (const name of wanted.length > 0 ? wanted : names) {
    const file = path.join(out, `${name}.mjs`);
    // The shared scripts stay where they are: they find their folders by their own place.
    const external = {
      name: "scripts",
      setup: (build) =>
        build.onResolve({ filter: /\.mjs$/ }, ({ path: target, resolveDir, kind }) =>
          kind === "entry-point" ? undefined : { path: pathToFileURL(path.resolve(resolveDir, target)).href, external: true },
        ),
    };
    await esbuild.build({
      entryPoints: [path.join(here, `${name}.ts`)],
      outfile: file,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      plugins: [external],
      logLevel: "warning",
    });
    const { bench } = await import(pathToFileURL(file).href);
    rows.push(...(await bench()));
  }
  console.log(`\n${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}\n`);
  console.log("| what | measured | target | |\n|---|---|---|---|");
  for (const { what, measured, target, isMet } of rows)
    console.log(`| ${what} | ${measured} | ${target} | ${isMet === undefined ? "" : isMet ? "met" : "MISSED"} |`);
  // Loud for whoever runs it with others.
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
} finally {
  fs.rmSync(out, { recursive: true, force: true });
}
