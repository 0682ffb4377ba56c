// Runs inside the extension host in front of the suite: passes on what the suite prints, and marks that it finished.
const fs = require("node:fs");
const util = require("node:util");
const { TANDEM_SUITE_OUTPUT: output, TANDEM_SUITE_TESTS: tests } = process.env;

const print = (...parts) => fs.appendFileSync(output, `${util.format(...parts)}\n`);
const real = globalThis.console;
// The methods of the host's console cannot be replaced one by one. Errors are the host's own noise.
globalThis.console = new Proxy(real, {
  get(target, name) {
    return name === "log" ? (...parts) => print(...parts) : target[name];
  },
});

exports.run = async () => {
  try {
    const { run } = require(tests);
    if (typeof run !== "function") throw new Error(`${tests} exports no run()`);
    await run();
    fs.writeFileSync(`${output}.done`, "");
  } catch (error) {
    print("%s", error?.stack ?? error);
    throw error;
  }
};
