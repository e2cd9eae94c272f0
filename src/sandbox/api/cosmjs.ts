import { createRequire } from 'node:module'
import type { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import type { accountFromAny } from '@cosmjs/stargate'
import type { Comet38Client } from '@cosmjs/tendermint-rpc'
import { projectRequire, UsageError } from '../../base/index.js'

/** The parts of a client, all from one copy of cosmjs. */
export interface Cosmjs {
  readonly SigningCosmWasmClient: typeof SigningCosmWasmClient
  readonly Comet38Client: typeof Comet38Client
  readonly accountFromAny: typeof accountFromAny
}

type Client = Pick<Cosmjs, 'SigningCosmWasmClient'>

const CLIENT = '@cosmjs/cosmwasm-stargate'

/**
 * The copy of cosmjs that is installed in the project, or where this package is installed. Its own dependencies are looked for from there:
 * a project may hold several releases of one package.
 * @throws UsageError for a release before 0.32
 */
function installed(): Cosmjs | undefined {
  const entry = projectRequire([CLIENT])?.resolve(CLIENT)
  if (entry === undefined) return undefined
  const outer = createRequire(entry)
  const { SigningCosmWasmClient } = outer(entry) as Client
  const require = inner(outer, SigningCosmWasmClient)
  const { Comet38Client } = require('@cosmjs/tendermint-rpc') as Partial<Cosmjs>
  const { accountFromAny } = require('@cosmjs/stargate') as Cosmjs
  if (Comet38Client === undefined)
    throw new UsageError(`the installed ${CLIENT} is too old for client()`, { details: ['right: 0.32 or newer'] })
  return { SigningCosmWasmClient, Comet38Client, accountFromAny }
}

/** From 0.38 on the package re-exports `@cosmjs/cosmwasm`, and the dependencies belong to that package. */
function inner(require: NodeJS.Require, client: unknown): NodeJS.Require {
  try {
    const entry = require.resolve('@cosmjs/cosmwasm')
    return (require(entry) as Partial<Client>).SigningCosmWasmClient === client ? createRequire(entry) : require
  } catch {
    return require
  }
}

/** The copy that comes with this package. */
async function own(): Promise<Cosmjs> {
  const [{ SigningCosmWasmClient }, { Comet38Client }, { accountFromAny }] = await Promise.all([
    import('@cosmjs/cosmwasm-stargate'),
    import('@cosmjs/tendermint-rpc'),
    import('@cosmjs/stargate'),
  ])
  return { SigningCosmWasmClient, Comet38Client, accountFromAny }
}

let loaded: Promise<Cosmjs> | undefined

/**
 * The project's copy of cosmjs where it has one, so that `instanceof` works for what it takes and returns; otherwise the copy of this package.
 * @throws UsageError for a release before 0.32
 */
export const loadCosmjs = async (): Promise<Cosmjs> => (loaded ??= Promise.resolve(installed() ?? own()))
