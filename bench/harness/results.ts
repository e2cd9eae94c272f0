import { pathToFileURL } from 'node:url'
import { repositoryPath } from './paths.js'
import type { Row } from './rows.js'

interface Results {
  writeRows(
    name: string,
    rows: readonly Readonly<Record<string, string | number>>[],
    options?: { whole: boolean },
  ): void
}

/** Writes rows into `bench/results/NAME.json`, and `docs/figures.md` from it. */
export async function writeResults(...args: Parameters<Results['writeRows']>): Promise<void> {
  const results = (await import(pathToFileURL(repositoryPath('scripts/results.mjs')).href)) as Results
  results.writeRows(...args)
}

/** Rows of a bench, in the columns of its file. */
export const columnsOf = ({ name, ours, peer, ratio, peerName }: Row): Record<string, string | number> => ({
  what: name,
  ours,
  peer: peer ?? '-',
  'ours / peer': ratio ?? '-',
  'peer is': peerName,
})
