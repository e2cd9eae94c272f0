/** Characters that control a terminal, except colours and line ends: other escapes, control characters, and text direction. */
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const COMMANDS = /\u001B(?!\[[0-9;]*m)|[\0-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** Escapes characters that control a terminal, as JSON does. */
export const plainText = (text: string): string =>
  text.replaceAll(COMMANDS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Makes the console print plain text only: titles, names and errors may come from untrusted files. */
export function printPlainly(): void {
  for (const print of ['log', 'error'] as const) {
    const write = console[print].bind(console)
    console[print] = (...parts: readonly unknown[]) =>
      write(...parts.map((part) => (typeof part === 'string' ? plainText(part) : part)))
  }
}
