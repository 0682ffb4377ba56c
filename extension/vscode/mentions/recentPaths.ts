/** Maximum number of paths that are kept. */
const maxPaths = 30;

/** The most recently used paths, newest first. */
export class RecentPaths {
  #paths: readonly string[] = [];

  get all(): readonly string[] {
    return this.#paths;
  }

  add(path: string): void {
    this.#paths = [path, ...this.#paths.filter((each) => each !== path)].slice(0, maxPaths);
  }
}
