import { projectRequire, UsageError } from '../../base/index.js'

const PACKAGE = '@cosmwasm/ts-codegen'
const MANIFEST = `${PACKAGE}/package.json`

/** The parts of a client by their names on the command line of ts-codegen, with the names in its API. */
export const CLIENT_PARTS = {
  client: 'client',
  'message-composer': 'messageComposer',
  'message-builder': 'messageBuilder',
  'react-query': 'reactQuery',
  recoil: 'recoil',
} as const

/** A part of a client, as ts-codegen names it. */
export type ClientPart = keyof typeof CLIENT_PARTS

/** A contract, and the folder that holds its schema files and no others. */
interface CodegenContract {
  readonly name: string
  readonly dir: string
}

/** The project's copy of ts-codegen. */
export interface Codegen {
  readonly version: string
  /** Writes clients into a folder. */
  readonly generate: (
    contracts: readonly CodegenContract[],
    outPath: string,
    parts: readonly ClientPart[],
  ) => Promise<void>
}

/** The releases from 1.9 to 1.12 write clients that import a file `baseClient`, but not that file. */
const SUPPORTED = /^(0\.35|1\.(1[3-9]|[2-9]\d))\./
const INSTALL = `npm install --save-dev ${PACKAGE}@1`

/**
 * The copy of `@cosmwasm/ts-codegen` that is installed in the project, or where this package is installed.
 * @throws UsageError if there is none, or of a release that is not supported
 */
export function loadCodegen(): Codegen {
  const require = projectRequire([MANIFEST])
  if (require === undefined)
    throw new UsageError(`clients need the package ${PACKAGE}, which is not installed`, {
      details: [`right: ${INSTALL}`],
    })
  const { version } = require(MANIFEST) as { version: string }
  if (!SUPPORTED.test(version))
    throw new UsageError(`the installed ${PACKAGE} ${version} is not supported`, {
      details: [`supported: 0.35, and 1.13 and later releases of 1; right: ${INSTALL}`],
    })
  const { default: run } = require(PACKAGE) as { default: (input: object) => Promise<void> }
  return { version, generate: (contracts, outPath, parts) => run({ contracts, outPath, options: optionsOf(parts) }) }
}

/** The options that its command line sets: types always, and a file that exports all. Hooks call the client, so it is written for them too. */
function optionsOf(parts: readonly ClientPart[]): object {
  const enabled = new Set<ClientPart>(parts)
  if (enabled.has('react-query') || enabled.has('recoil')) enabled.add('client')
  return {
    bundle: { enabled: true, bundleFile: 'index.ts', scope: 'contracts' },
    types: { enabled: true },
    ...Object.fromEntries(
      Object.entries(CLIENT_PARTS).map(([part, option]) => [option, { enabled: enabled.has(part as ClientPart) }]),
    ),
  }
}
