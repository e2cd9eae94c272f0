/** What a terminal obeys, but for colours and line ends: other escapes, controls, and what turns the direction of text. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const COMMANDS = /\u001B(?!\[[0-9;]*m)|[\0-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** A text in which the terminal finds nothing to obey: such characters are written as JSON writes them. */
export const plainText = (text: string): string =>
  text.replaceAll(COMMANDS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Titles, names and errors come out of files of other people, and go to a terminal: from now on they are text there. */
export function printPlainly(): void {
  for (const print of ['log', 'error'] as const) {
    const write = console[print].bind(console)
    console[print] = (...parts: readonly unknown[]) =>
      write(...parts.map((part) => (typeof part === 'string' ? plainText(part) : part)))
  }
}
