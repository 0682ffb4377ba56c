/** Names of files that often hold secrets. */
const secretNames: readonly RegExp[] = [
  /\.env$|\.env\.(?!([cm]?[jt]sx?|json|md|py|rb|go|rs)$)|^\.env[._-]|^\.envrc|^\.dev\.vars/,
  /^[._]?(npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials|my\.cnf|s3cfg|vault_pass(\.txt)?|(bash|zsh|python|psql|mysql)_history)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)|^kubeconfig/,
  /^\.?(credentials|secrets?)(\..*)?$|[-_.]secrets?\.(ya?ml|json|toml)$/,
  /^(client_secret|service[-_]?account).*\.json$|^application_default_credentials\.json$|firebase-adminsdk.*\.json$|^local\.settings\.json$/,
  /\.(pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|tfvars)$|\.tfvars\.json$|\.tfstate/,
];
/** Folders in which everything may be one. */
const secretFolders = /(^|[\\/])\.(aws|ssh|gnupg|kube)[\\/]|(^|[\\/])\.docker[\\/]config(\.json)?$|(^|[\\/])\.config[\\/]gh[\\/]hosts\.yml$/;

/** Whether a file often holds secrets, by its absolute path: of such a one nothing goes to a model unless the user says so. */
export function isSecretFile(path: string): boolean {
  const folded = path.toLowerCase();
  const name = folded.split(/[\\/]/).at(-1) ?? "";
  return secretFolders.test(folded) || secretNames.some((pattern) => pattern.test(name));
}
