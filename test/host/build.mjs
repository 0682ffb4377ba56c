// Global setup of the scenarios: the package of the present sources, which all of them install.
import { ensurePackage } from "../package/ensurePackage.mjs";

/** Makes the package if the sources changed. Vitest calls it once, before the first file of the project `host`. */
export default async function build(project) {
  const { packages } = await ensurePackage();
  project.provide("bundledPackages", packages);
}
