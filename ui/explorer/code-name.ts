import type { CodeRow } from '../../src/explorer/model.js'

/** A code by its id and what it is. */
export const nameOfCode = ({ codeId, checksum, name }: CodeRow): string =>
  `${codeId}: ${name ?? `${checksum.slice(0, 12)}…`}`

/** A first label for a contract of a code. */
export const labelFor = ({ name }: CodeRow): string =>
  (name ?? 'contract')
    .replace(/(?:\.debug)?\.wasm(?:\.gz)?$/, '')
    .replace(/ .*$/, '')
    .replaceAll('_', '-')
