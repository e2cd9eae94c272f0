/** Text that is not code: comments, and the contents of strings. */
const SILENT =
  /\/\/[^\n]*|\/\*[^]*?\*\/|\br(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\(?:u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|.)|[^'\\\n])'/g

const ITEM = /\b(?:struct|enum|union)\s+[A-Za-z_]\w*[^;{]*\{/g
const ATTRIBUTE = /#!?\[/g

/** A Rust file with blanks in place of comments and strings. */
export const withoutText = (source: string): string =>
  source.replaceAll(SILENT, (silent) => silent.replaceAll(/[^\n]/g, ' '))

/**
 * The lines of a Rust file that nobody wrote as something to run, though code can stem from them: what is derived or written by attributes, the
 * fields of types, closing brackets.
 */
export function linesWithoutCode(source: string): ReadonlySet<number> {
  const text = withoutText(source)
  const starts = lineStarts(text)
  const found = new Set<number>()
  let rest = text
  for (const { index } of text.matchAll(ATTRIBUTE))
    rest = blank(rest, index, endOfGroup(text, text.indexOf('[', index), '[', ']'))
  for (const { index, 0: head } of rest.matchAll(ITEM))
    mark(found, starts, index, endOfGroup(rest, index + head.length - 1, '{', '}'))
  for (const [i, line] of rest.split('\n').entries()) if (!/[^\s{}()[\];,]/.test(line)) found.add(i + 1)
  return found
}

const blank = (text: string, from: number, to: number): string =>
  text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, ' ') + text.slice(to)

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function endOfGroup(text: string, from: number, open: string, close: string): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return at + 1
  }
  return text.length
}

function mark(found: Set<number>, starts: readonly number[], from: number, to: number): void {
  for (const [i, start] of starts.entries()) if (start < to && (starts[i + 1] ?? Infinity) > from) found.add(i + 1)
}
