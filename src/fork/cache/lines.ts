import { toHex, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'

/** Hex digits of a line's checksum. */
const DIGITS = 16

const checksum = (text: string): string => toHex(sha256(toUtf8(text))).slice(0, DIGITS)

/** A text without line ends, with its checksum before it. */
export const checkedLine = (text: string): string => `${checksum(text)} ${text}\n`

/** The texts of a file's lines; lines that are cut or changed are left out. */
export function* readLines(file: string): Generator<string> {
  for (const line of file.split('\n')) {
    const text = line.slice(DIGITS + 1)
    if (line[DIGITS] === ' ' && line.startsWith(checksum(text))) yield text
  }
}
