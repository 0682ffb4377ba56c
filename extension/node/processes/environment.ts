import os from "node:os";
import { failures } from "../../shared/base/failure.ts";
import { findPlaceholders, replacePlaceholders } from "../../shared/base/placeholders.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Variables of the editor and of debuggers that change or break a child, and those of an enclosing `claude` session.
 */
const removed = /^(NODE_OPTIONS|DEBUG|VSCODE_.*|ELECTRON_.*|CLAUDECODE|CLAUDE_CODE_ENTRYPOINT|CLAUDE_CODE_SSE_PORT)$/;

/** Variable that names the program that starts `claude`. */
const entryPoint = "CLAUDE_CODE_ENTRYPOINT";

/**
 * Returns the environment of `claude` under a profile (empty or undefined for none), read again at each call. Throws
 * `settingInvalid`.
 */
export type ProfileEnvironment = (profile?: string) => Readonly<Record<string, string>>;

/** The proxy of the editor, and the hosts that need none. */
export interface EditorProxy {
  readonly address: string;
  readonly except: readonly string[];
}

/** Variables by which programs find a proxy. */
const proxyVariables = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] as const;
const proxyTargets: ReadonlySet<string> = new Set(["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"]);
/** Hosts of this machine, such as local servers, which no proxy reaches. */
const local = ["localhost", "127.0.0.1", "::1"] as const;

export interface EnvironmentOptions {
  /** Environment of the extension host. */
  readonly inherited: Env;
  /** Used where no variable of the user names a proxy. */
  readonly proxy?: EditorProxy | undefined;
  /** The `environment` setting; `${env:NAME}` stands for an inherited variable. */
  readonly extra: Readonly<Record<string, string>>;
  /** A profile, whose variables override those of `extra`. */
  readonly profile?: { readonly name: string; readonly environment: Readonly<Record<string, string>> } | undefined;
  /** The extension's version, for the User-Agent of `claude`. */
  readonly clientVersion: string;
}

/**
 * Creates the environment of `claude`. It turns on checkpoints and session-state events, which a rewind and a correct
 * busy indicator need. The entry point is our own name, because the vendor's names switch behavior.
 */
export function makeEnvironment({
  inherited,
  extra,
  profile,
  clientVersion,
  proxy,
}: EnvironmentOptions): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !removed.test(name)) env[name] = value;
  }
  env["CLAUDE_AGENT_SDK_CLIENT_APP"] = `tandem/${clientVersion}`;
  env["CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"] = "1";
  env["CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS"] = "1";
  // Without this variable, Windows looks for a program in the working folder first, and that folder may come from
  // anyone.
  env["NoDefaultCurrentDirectoryInExePath"] = "1";
  env["CLAUDE_CODE_STARTUP_FAILURE_RESULTS"] = "1";
  // The runtime of `claude` sends no report of a crash to its makers, as under the vendor's SDK (0.3.332).
  env["BUN_ENABLE_CRASH_REPORTING"] ??= "0";
  // Otherwise the first turn waits up to 30 seconds for a server of the settings that does not connect (2.1.329).
  env["CLAUDE_CODE_MCP_STARTUP_WAIT_MS"] ??= "2000";
  // Otherwise three programs that hang keep all other ones waiting (all versions; it is the number for servers on the
  // web).
  env["MCP_SERVER_CONNECTION_BATCH_SIZE"] ??= "20";
  const add = (variables: Readonly<Record<string, string>>, setting: string): void => {
    for (const [name, value] of Object.entries(variables)) {
      const [secret] = findPlaceholders(value, "secret");
      if (secret !== undefined)
        throw failures.settingInvalid(`${setting}.${name}`, { code: "secretUnsupported", secret });
      env[name] = replacePlaceholders(value, `${setting}.${name}`, { env: inherited });
    }
  };
  // A variable that the profile replaces is not read: it may not be set on this machine.
  add(
    Object.fromEntries(Object.entries(extra).filter(([name]) => !Object.hasOwn(profile?.environment ?? {}, name))),
    "tandem.environment",
  );
  if (profile) add(profile.environment, `tandem.profiles.${profile.name}.environment`);
  if (proxy && proxyVariables.every((name) => !env[name])) {
    env["HTTPS_PROXY"] = env["HTTP_PROXY"] = proxy.address;
    if (!env["NO_PROXY"] && !env["no_proxy"]) env["NO_PROXY"] = [...local, ...proxy.except].join(",");
  }
  // After the user's own variables: under a vendor's name `claude` starts no stdio server.
  env[entryPoint] = "tandem";
  return env;
}

/**
 * The name of a variable, and its origin: the editor's own environment, the setting, the editor's setting `http.proxy`,
 * or Tandem. `value` only where it was asked for.
 */
export interface VariableOrigin {
  readonly name: string;
  readonly value?: string;
  readonly origin: "editor" | "setting" | "proxySetting" | "tandem";
}

/**
 * Returns the names of the variables of an environment that `makeEnvironment` made, with their origins, in alphabetical
 * order. Values can be secrets, so they are returned only for the variables that `withValue` names.
 */
export function describeEnvironment(
  env: Env,
  { inherited, extra }: Pick<EnvironmentOptions, "inherited" | "extra">,
  withValue: ReadonlySet<string> = new Set(),
): readonly VariableOrigin[] {
  const getOrigin = (name: string): VariableOrigin["origin"] => {
    // No setting changes the entry point.
    if (Object.hasOwn(extra, name) && name !== entryPoint) return "setting";
    if (inherited[name] === env[name]) return "editor";
    return proxyTargets.has(name) ? "proxySetting" : "tandem";
  };
  return Object.keys(env)
    .sort()
    .map((name) => ({ name, origin: getOrigin(name), ...(withValue.has(name) ? { value: env[name] ?? "" } : {}) }));
}

/** Returns the home folder as `claude` determines it. */
export function getHome(env: Env): string {
  return env["HOME"] || env["USERPROFILE"] || os.homedir();
}
