/**
 * Returns the path of a file of the package, relative to the extension's folder. Its argument must be a literal: the
 * build collects these calls, and the package contains exactly the files that they, the manifest, or imports between
 * those files name (`test/package/content.mjs`).
 */
export const asset = (name: `dist/${string}` | `media/${string}`): string => name;

/** Icons of tabs and marks, for each kind of theme. */
export const tabIcons = { light: asset("media/tandem-light.svg"), dark: asset("media/tandem-dark.svg") };
