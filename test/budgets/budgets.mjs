// Maximum time of each file of tests on a machine with two cores, in seconds.

/** Of a file that is not listed, by its project. */
const usual = { unit: 4, system: 4, webview: 8, check: 20, cli: 30, host: 40 };

/** Of files that need more, and why they do is in them. Lower a number when a file got faster. */
const listed = {
  "test/cli/checkpoints.test.ts": 90,
  "test/cli/guards.test.ts": 90,
  "test/cli/hangingServers.test.ts": 120,
  "test/cli/ideTools.test.ts": 60,
  "test/cli/liveSettings.test.ts": 60,
  "test/cli/matrix.test.ts": 150,
  "test/cli/mcpServers.test.ts": 60,
  "test/cli/options.test.ts": 90,
  "test/cli/profiles.test.ts": 60,
  "test/cli/proposal.test.ts": 75,
  "test/cli/sideBySide.test.ts": 60,
  "test/host/composer.test.ts": 75,
  "test/host/configuration.test.ts": 60,
  "test/host/conversations.test.ts": 60,
  "test/host/drafts.test.ts": 75,
  "test/host/everyday.test.ts": 75,
  "test/host/inHost.test.ts": 90,
  // One file of the package after the other, in one window.
  "test/host/missingParts.test.ts": 150,
  "test/host/olderCli.test.ts": 60,
  "test/host/requests.test.ts": 60,
  "test/host/review.test.ts": 70,
  "test/host/rewind.test.ts": 60,
  "test/host/rewindReload.test.ts": 60,
  "test/host/scenarios.test.ts": 75,
  // Makes the package in a fresh clone, with `npm ci`.
  "test/host/smoke.test.ts": 180,
  "test/host/transcript.test.ts": 65,
  "test/host/update.test.ts": 60,
  "test/system/node/checkpoints/commands.test.ts": 10,
  "test/system/node/checkpoints/gitKills.test.ts": 60,
  "test/system/node/checkpoints/hostileDisk.test.ts": 10,
  "test/system/node/checkpoints/kills.test.ts": 20,
  "test/system/node/isolation/kills.test.ts": 16,
  "test/system/node/isolation/mounts.test.ts": 8,
  "test/system/node/checkpoints/largeFile.test.ts": 60,
  "test/system/node/checkpoints/model.test.ts": 60,
  "test/system/node/checkpoints/repositories.test.ts": 15,
  "test/system/node/checkpoints/turns.test.ts": 10,
  "test/system/node/transcripts/longTranscript.test.ts": 25,
};

/**
 * Factor of its budget beyond which a run warns of a file. The CLI and the editor run beside each other, so that times
 * vary.
 */
export const margin = 5;

export const getBudget = (project, file) => listed[file] ?? usual[project];

/**
 * Divides files into parts that take about as long: the longest first, each into the part that takes least so far. The
 * order of `files` has no influence.
 * @template {{ file: string, seconds: number }} File
 * @param {readonly File[]} files
 * @param {number} count
 * @returns {File[][]}
 */
export function divideFiles(files, count) {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, files: /** @type {File[]} */ ([]) }));
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  for (const file of sorted) {
    const part = parts.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    part.files.push(file);
    part.seconds += file.seconds;
  }
  return parts.map((part) => part.files);
}

/**
 * Returns the lines to print of the slowest files and the files that took too long. `slowness`: how many times longer
 * this machine takes than the one that the budgets were measured on.
 * @param {readonly { project: string, file: string, seconds: number }[]} files
 */
export function judgeTimes(files, slowness) {
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  const lines = slowest.map(
    ({ project, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s of ${getBudget(project, file)} s  ${file}`,
  );
  const tooSlow = files.filter(
    ({ project, file, seconds }) => seconds > getBudget(project, file) * margin * Math.max(1, slowness),
  );
  return { lines, tooSlow: tooSlow.map(({ file }) => file) };
}
