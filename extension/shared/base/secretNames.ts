/** Parts that editors, users and systems add to the name of a copy. */
const copyMarks: readonly RegExp[] = [
  /[~#]$/,
  /^\.?#/,
  /\.(bak|backup|old|orig|save|tmp|swp|swo|disabled|enc|gpg|age|\d+)$/,
  /[ _-](copy|kopie)( \d+)?$/,
  / ?\(\d+\)$/,
  /( copy( \d+)?| ?\(\d+\))(?=\.[^.]+$)/,
];

/** Example files, which contain no secrets. */
const harmless = /^\.?env\.(example|sample|template|dist|defaults)$/;

/** Names of files that often contain secrets. */
const secretNames: readonly RegExp[] = [
  // Environment variables.
  /\.env$|\.env\.(?!([cm]?[jt]sx?|json|md|py|rb|go|rs)$)|^\.env[._-]|^env\.(local|dev|development|prod|production|stage|staging|test)$|^\.envrc|^\.flaskenv$|^\.dev\.vars/,
  // Configuration files of programs that sign in.
  /^[._]?(npmrc|pypirc|netrc|authinfo|pgpass|htpasswd|git-credentials|my\.cnf|mylogin\.cnf|s3cfg|boto|passwd-s3fs|vault_pass(\.txt)?|vault-token|terraformrc|dockercfg|dockerconfigjson|databrickscfg|condarc|esmtprc|msmtprc|fetchmailrc|mongorc\.js|dbshell|ftpconfig|lesshst|viminfo|\w+_history)$/,
  /^\.?yarnrc(\.ya?ml)?$|^(pip\.(conf|ini)|nuget\.config|auth\.json|terraform\.rc|credentials\.tfrc\.json|settings-security\.xml|gradle\.properties|key\.properties|keystore\.properties|local\.properties)$/,
  /^(rclone|pgpass)\.conf$|^wp-config.*\.php$|^config\.inc\.php$|^localsettings\.php$|^(sftp|ftp-sync)(-config)?\.json$|^\.remote-sync\.json$|^database\.ya?ml$|^(shadow|proftpdpasswd|knife\.rb)$/,
  /^\.?mcp\.json$|^\.claude\.json$|^claude_desktop_config\.json$|^oauth_creds\.json$|^kaggle\.json$|^datasources.*\.xml$|^webservers\.xml$/,
  // Keys and key stores.
  /^id_(rsa|dsa|ecdsa|ed25519)|^ssh_host_\w+_key$|^kubeconfig|\.kubeconfig$|^(talosconfig|k3s\.yaml|master\.key|secring\..*|wg\d*\.conf|wallet\.dat|logins\.json|key[34]\.db)$/,
  /\.(pem|key|p8|p12|pfx|jks|jceks|keystore|bks|kdb|kdbx|ppk|asc|pgp|ovpn|keytab|psafe3|agekey|tfvars|tfplan|publishsettings|mobileprovision)$|\.tfvars\.json$|\.tfstate/,
  // Accounts of services.
  /(client[-_]?secret|service[-_]?account|credentials|gcp[-_]?key|google[-_]?credentials|firebase-adminsdk).*\.json$|^application_default_credentials\.json$|^(google-services\.json|googleservice-info\.plist)$/,
  /^(local\.settings|appsettings\..+)\.json$|[-_.]secrets?\.(ya?ml|json|toml)$|^secrets?[-_].*\.ya?ml$|^\.?(credentials|secrets?)(\..*)?$|^\.secrets\./,
  // Plain words for secrets.
  /(^|[-_. ])(api|access|auth|private|secret|jwt|bearer|refresh|oauth2?)?[-_. ]?(tokens?|keys?|secrets?|passwords?|passwd|pwd|passphrase|credentials?)(\.(txt|json|ya?ml|toml|ini|cfg|conf|csv|md|xml|properties|env))?$/,
];

/** Plain words that are not secrets by themselves, such as a folder's list of keys. */
const plainWords = /^keys?(\.(json|ya?ml|md|csv|xml))?$/;

/** Folders in which every file may contain secrets. */
const secretFolders =
  /(^|\/)\.(aws|ssh|gnupg|kube|azure|oci|chef|password-store|pki|fly|netlify|snowsql|wrangler|huggingface|codex|cassandra|hex)(\/|$)|(^|\/)\.config\/(gcloud|gh|glab-cli|hub|tea|doctl|hcloud|scw|heroku|github-copilot|firebase|configstore|rclone)(\/|$)|(^|\/)\.docker\/config(\.json)?$|(^|\/)\.m2\/settings\.xml$|(^|\/)\.cargo\/credentials|(^|\/)\.gem\/credentials|(^|\/)\.git\/config$|(^|\/)\.config\/git\/credentials$|(^|\/)\.claude\/\.credentials\.json$|(^|\/)\.gemini\/oauth_creds\.json$|^\/proc\/[^/]+\/environ$/;

/**
 * Returns true if the absolute path is that of a file that often contains secrets: its content is sent to a model only
 * with the user's consent. Copies, such as `.env.bak` or `.env (1)`, count like the original. Does not follow links:
 * the caller must also check the target.
 */
export function isSecretPath(path: string): boolean {
  const folded = path.toLowerCase().replaceAll("\\", "/");
  if (secretFolders.test(folded)) return true;
  let name = folded.split("/").at(-1) ?? "";
  for (;;) {
    if (isSecretName(name)) return true;
    const next = copyMarks.reduce((shorter, mark) => (shorter === name ? shorter.replace(mark, "") : shorter), name);
    if (next === name || next === "") return false;
    name = next;
  }
}

/** The beginning of a file in a git patch, also of one in conflict, which has two texts before. */
export const patchSection = /^(?=diff --(?:git|cc|combined) )/m;

/**
 * Returns a git patch without files that often contain secrets, and the names of those files. A file whose name cannot
 * be read counts as one of them.
 */
export function withoutSecretFiles(patch: string): { readonly text: string; readonly leftOut: readonly string[] } {
  const start = patchSection.exec(patch)?.index ?? patch.length;
  const head = patch.slice(0, start);
  const sections = patch.slice(start).split(patchSection);
  const leftOut: string[] = [];
  const kept = sections.filter((section) => {
    if (section === "") return false;
    const names = [
      // Not among the lines of the file, of which one can look like a name.
      ...section
        .slice(0, /^@@/m.exec(section)?.index)
        .matchAll(/^(?:\+\+\+|---) (?:"?[ab]\/(.+?)"?|\/dev\/null)\t?$|^(?:rename|copy) (?:from|to) "?(.+?)"?$/gm),
    ].flatMap(([, side, other]) => side ?? other ?? []);
    // For a file without lines, such as a binary one, only the first line contains its name.
    const [, first, both] = /^diff --(?:git "?a\/(.+?)"? "?b\/|c\w+ "?(.+?)"?\n)/.exec(section) ?? [];
    const all = names.length > 0 ? names : [first ?? both ?? []].flat();
    const isSecret = all.length === 0 || all.some(isSecretPath);
    if (isSecret) leftOut.push(all.at(-1) ?? "?");
    return !isSecret;
  });
  return { text: head + kept.join(""), leftOut };
}

function isSecretName(name: string): boolean {
  return !harmless.test(name) && !plainWords.test(name) && secretNames.some((pattern) => pattern.test(name));
}
