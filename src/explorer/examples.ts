import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { UsageError } from '../base/index.js'
import type { ExampleRow } from './model.js'

const FOLDER = 'contracts/artifacts'

/** Contracts of the package that a page offers to those who have none at hand. */
const EXAMPLES: readonly ExampleRow[] = [
  {
    file: 'callback_lab.wasm',
    about:
      'sends transfers and queries; how each callback ends is set when it is instantiated: it succeeds, fails, or runs out of gas',
  },
  { file: 'cw20_base.wasm', about: 'the published token contract' },
  { file: 'remote_reader.wasm', about: 'queries another chain, and keeps the results' },
]

/** The folder of the package; from its sources that of the repository. */
const folder = (): string => join(dirname(createRequire(import.meta.url).resolve('sudobox/package.json')), FOLDER)

/** Those that are there. */
export const examples = (): readonly ExampleRow[] => EXAMPLES.filter(({ file }) => existsSync(join(folder(), file)))

/** @throws UsageError if no example has that file name */
export function exampleFile(name: string): string {
  if (!EXAMPLES.some(({ file }) => file === name)) throw new UsageError(`there is no example ${JSON.stringify(name)}`)
  return join(folder(), name)
}
