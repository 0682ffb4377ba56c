/** Styles that decide what is accessible, or that a test reads. */
const isNeeded = (css) => /display: ?none|visibility: ?hidden|white-space: ?pre|unicode-bidi/.test(css);

/**
 * Returns a Vite plugin that leaves the styles of a component out unless one of them is needed: for each role and name
 * that a test looks for, jsdom compares each element with each rule of each component, which takes longer than
 * everything else.
 */
export function neededStyles() {
  return {
    name: "needed-styles",
    transform(code, id) {
      if (!id.split("?")[0].endsWith(".svelte")) return undefined;
      return {
        code: code.replace(
          /^(const \$\$css = \{\n\thash: '[^']*',\n\tcode: ')(.*)('\n\};)$/m,
          (whole, start, css, end) => (isNeeded(css) ? whole : start + end),
        ),
      };
    },
  };
}
