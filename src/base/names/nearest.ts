/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

/** Similar strings: those with an equal beginning or a small edit distance, the closest first. */
export function nearestTexts(wanted: string, texts: readonly string[], most = 3): readonly string[] {
  return texts
    .map((text) => ({ text, far: distance(wanted.slice(0, 64), text.slice(0, 64)) }))
    .filter(
      ({ text, far }) => far <= Math.max(2, wanted.length / 2) || text.startsWith(wanted) || wanted.startsWith(text),
    )
    .toSorted((a, b) => a.far - b.far || (a.text < b.text ? -1 : 1))
    .slice(0, most)
    .map(({ text }) => text)
}
