import { asLine, colouredLine, SudoboxError } from '../../base/index.js'

/**
 * Makes each text that the console prints one line with no more than colours: titles, names and errors may come from untrusted files, and line ends
 * in them are not ours. Texts of several lines are printed with {@link printText}.
 */
export function printPlainly(): void {
  for (const print of ['log', 'error'] as const) {
    const write = console[print].bind(console)
    console[print] = (...parts: readonly unknown[]) =>
      write(...parts.map((part) => (typeof part === 'string' ? colouredLine(part) : part)))
  }
}

/** A text whose line ends are its form: JSON, YAML, source code. */
export const documentText = (text: string): string => `${text.split('\n').map(colouredLine).join('\n')}\n`

/** Prints such a text. */
export const printText = (text: string): void => void process.stdout.write(documentText(text))

/** The lines of an error: what is wrong, and details. */
export const errorLines = (error: unknown): readonly string[] =>
  error instanceof SudoboxError ? error.message.split('\n') : [asLine(String(error))]
