// `npm run release`: makes the package of a committed version that passes all tests, and writes its SHA-256 beside it.
// Publishes nothing.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { listOldPictures } from "../host/pictureRecord.mjs";
import { project } from "./buildPackage.mjs";
import { makePackage, packageFile } from "./ensurePackage.mjs";

/** Returns why this state of the project cannot be released; undefined if it can. */
export function findObstacle({ status, version, changelog, oldPictures }) {
  if (status !== "") return `The working tree has changes. Commit them first:\n${status}`;
  if (!new RegExp(`^## ${version.replaceAll(".", "\\.")}$`, "m").test(changelog))
    return `CHANGELOG.md has no entry for ${version}. Add "## ${version}".`;
  if (oldPictures.length > 0)
    return `Components changed since these pictures were taken: ${oldPictures.join(", ")}. Run npm run pictures -- documents, and commit what changed.`;
  return undefined;
}

async function release() {
  const status = execFileSync("git", ["status", "--porcelain"], { cwd: project, encoding: "utf8" }).trimEnd();
  const { version } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
  const obstacle = findObstacle({
    status,
    version,
    changelog: fs.readFileSync(path.join(project, "CHANGELOG.md"), "utf8"),
    oldPictures: listOldPictures(),
  });
  if (obstacle) throw new Error(obstacle);
  const { status: code } = spawnSync("npm", ["test"], {
    cwd: project,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (code !== 0) throw new Error("npm test failed.");
  const first = await makePackage();
  const { sha256, sizes } = await makePackage();
  if (first.sha256 !== sha256) throw new Error("Two builds of this commit have different bytes.");
  fs.writeFileSync(`${packageFile}.sha256`, `${sha256}  ${path.basename(packageFile)}\n`);
  console.log(`${path.basename(packageFile)}: ${sizes.summary}\nSHA-256 ${sha256}`);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await release();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
