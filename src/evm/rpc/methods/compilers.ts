import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Hex } from '../../hex.js'
import { refuse } from '../../errors.js'
import { hostMethod, required, type Method } from '../table.js'
import { Mismatch, string, type Validator } from '../../validate.js'

interface Compiler {
  compile(input: string): string
  version(): string
}

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly abi: unknown
            readonly metadata: string
            readonly userdoc: unknown
            readonly devdoc: unknown
            readonly evm: { readonly bytecode: { readonly object: string } }
          }
        >
      >
    >
  >
}

const SOURCE = '<stdin>'
const OUTPUT = ['abi', 'metadata', 'userdoc', 'devdoc', 'evm.bytecode.object']
const MAX_SOURCE = 1024 * 1024

let loaded: Compiler | undefined

/** The compiler that is installed next to this package or in the project. @throws RpcError that names the missing package. */
function compiler(): Compiler {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')])
    try {
      return (loaded ??= createRequire(from)('solc') as Compiler)
    } catch {
      // It may be installed in the other place, so go on.
    }
  throw refuse('there is no compiler: install the npm package solc')
}

const source: Validator<string> = (value, path) => {
  const text = string(value, path)
  if (text.length > MAX_SOURCE) throw new Mismatch(path, `longer than ${MAX_SOURCE} characters`)
  return text
}

/** The published Solidity compiler, if it is installed. */
export const compilerMethods: readonly Method[] = [
  hostMethod('eth_getCompilers', {
    status: 'N',
    access: 'private',
    doc: 'The languages that can be compiled: Solidity, if the npm package solc is installed.',
    handle: () => {
      compiler()
      return ['solidity']
    },
  }),
  hostMethod('eth_compileSolidity', {
    status: 'N',
    access: 'private',
    params: [required('source', source)],
    doc: 'Compiles Solidity with the npm package solc, if it is installed; returns the contracts by `<stdin>:name`.',
    handle: (_, content) => {
      const solc = compiler()
      const settings = { optimizer: { enabled: true }, outputSelection: { '*': { '*': OUTPUT } } }
      const input = { language: 'Solidity', sources: { [SOURCE]: { content } }, settings }
      const { errors = [], contracts = {} } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
      const wrong = errors.filter(({ severity }) => severity === 'error')
      if (wrong.length > 0) throw refuse(`solc: ${wrong.map(({ formattedMessage }) => formattedMessage).join('\n')}`)
      return Object.fromEntries(
        Object.entries(contracts[SOURCE] ?? {}).map(([name, { abi, metadata, userdoc, devdoc, evm }]) => [
          `${SOURCE}:${name}`,
          {
            code: `0x${evm.bytecode.object}` satisfies Hex,
            info: {
              source: content,
              language: 'Solidity',
              languageVersion: solc.version(),
              compilerVersion: solc.version(),
              compilerOptions: JSON.stringify(settings),
              abiDefinition: abi,
              userDoc: userdoc,
              developerDoc: devdoc,
              metadata,
            },
          },
        ]),
      )
    },
  }),
]
