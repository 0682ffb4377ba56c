// A home for one run of the real CLI: temporary folders and an environment without an account.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Variables that a CLI run must not inherit: accounts, endpoints, an enclosing session. */
const inheritedSecrets = /^(ANTHROPIC_|CLAUDE|AWS_|GOOGLE_|VSCODE_|ELECTRON_|NODE_OPTIONS$|DEBUG$)/;

/** Returns the caller's environment without variables that name an account or an enclosing session. */
export function scrubbedEnvironment(env = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !inheritedSecrets.test(name)));
}

/** Returns the variables that direct the CLI to a model on loopback and disable all other traffic. */
export function modelEnvironment({ home, url }) {
  return {
    HOME: home,
    USERPROFILE: home,
    CLAUDE_CONFIG_DIR: path.join(home, "config"),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-made-up",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // Otherwise its folders accumulate in the system's folder.
    CLAUDE_CODE_TMPDIR: home,
    NO_PROXY: "127.0.0.1,localhost",
    CLAUDE_CODE_MAX_RETRIES: "2",
    // The CLI refuses bypass mode for root unless a variable states that it runs in a sandbox.
    IS_SANDBOX: "1",
    // Otherwise the model determines whether the task-list tools are enabled.
    CLAUDE_CODE_ENABLE_TASKS: "1",
    CLAUDE_CODE_ENABLE_TODO_TOOLS: "1",
  };
}

/**
 * Returns the same for a user with a subscription, by a made-up login. The CLI's other requests also go to the model's
 * address, which refuses them.
 */
export function subscriberEnvironment({ home, url }) {
  const { ANTHROPIC_API_KEY: _key, ...environment } = modelEnvironment({ home, url });
  const scopes = ["user:inference", "user:profile"];
  const login = {
    accessToken: "made-up",
    refreshToken: "made-up",
    expiresAt: Date.now() + 86_400_000,
    scopes,
    subscriptionType: "max",
  };
  fs.mkdirSync(environment.CLAUDE_CONFIG_DIR, { recursive: true });
  fs.writeFileSync(
    path.join(environment.CLAUDE_CONFIG_DIR, ".credentials.json"),
    JSON.stringify({ claudeAiOauth: login }),
    { mode: 0o600 },
  );
  return { ...environment, HTTPS_PROXY: url };
}

/** Creates a temporary folder with a home and a workspace; `remove` deletes it. */
export function temporaryHome(prefix = "tandem-test-") {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), prefix)));
  const home = path.join(root, "home");
  const workspace = path.join(root, "workspace");
  fs.mkdirSync(home);
  fs.mkdirSync(workspace);
  const remove = () => {
    for (const folder of [root, ...oldTaskFolders(root)])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { root, home, workspace, remove };
}

/** Returns the folders where claude 2.0.77 stores task outputs: at a fixed place, named after its working folders. */
function oldTaskFolders(root) {
  const place = "/tmp/claude";
  const name = root.replace(/[^a-zA-Z0-9]/g, "-");
  const names = fs.existsSync(place) ? fs.readdirSync(place) : [];
  return names.filter((each) => each.startsWith(name)).map((each) => path.join(place, each));
}
