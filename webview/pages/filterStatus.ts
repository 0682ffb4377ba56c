import type { StatusContent, StatusSection } from "../../extension/shared/contract/pages/statusPage.ts";

/**
 * Returns the sections with the rows that contain every word of the query, in any letter case, in the row or the
 * heading. An empty query returns everything; otherwise sections without a found row are left out.
 */
export function filterStatus({ sections }: StatusContent, query: string): readonly StatusSection[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const rows = section.rows.filter((row) => {
      const losers = (row.losers ?? []).flatMap(({ value, origin }) => [value, origin]);
      const all = [section.heading, row.name, row.value, row.origin, row.more, row.mark?.text, ...losers]
        .join("\n")
        .toLowerCase();
      return words.every((word) => all.includes(word));
    });
    return rows.length > 0 ? [{ ...section, rows }] : [];
  });
}

/** Returns the parts of a name between which a line may break: behind dots and before capital letters. */
export function splitName(name: string): readonly string[] {
  return name.split(/(?<=\.)|(?<=[a-z])(?=[A-Z])/);
}

/** More rows than a usual screen shows. */
const maxFirstRows = 50;

/** Returns the sections that the first screen shows; the last of them may lack rows. */
export function getFirstSections(sections: readonly StatusSection[]): readonly StatusSection[] {
  let left = maxFirstRows;
  return sections.flatMap((section) => {
    if (left === 0) return [];
    const rows = section.rows.slice(0, left);
    left -= rows.length;
    return [{ ...section, rows }];
  });
}
