import { existsSync } from 'node:fs'
import { UsageError } from '../../base/errors.js'
import { readFixture } from '../../replay/read.js'
import type { Fixture } from '../../replay/fixture.js'
import { chainNames } from '../../sandbox/api/kinds.js'
import { relayerKey } from './accounts.js'
import type { ServeFlags } from './flags.js'

/** @throws UsageError for another extension */
export function recordingFile(file: string): string {
  if (/\.(json|ya?ml)$/.test(file)) return file
  throw new UsageError(`--record must be a .json, .yaml or .yml file, not ${JSON.stringify(file)}`)
}

/** @throws UsageError for another extension: only YAML can be written step by step */
export function stateFile(file: string): string {
  if (/\.ya?ml$/.test(file)) return file
  throw new UsageError(`--state must be a .yaml or .yml file, not ${JSON.stringify(file)}`)
}

/** The state that an earlier run left in the file; undefined if the file does not exist yet. @throws UsageError for flags that another network would need */
export function stateOf({ state, chains, chainId, relayerMnemonic }: ServeFlags): Fixture | undefined {
  if (state === undefined || !existsSync(stateFile(state))) return undefined
  const fixture = readFixture(state)
  const had = chainNames(fixture.options?.chains)
  const more = Object.keys(chains).find((name) => !had.includes(name))
  if (more !== undefined)
    throw new UsageError(`--chains ${more}: in ${state} there is no such chain, but ${had.join(', ')}`, {
      details: ['a network keeps its chains: remove the flag, or the file'],
    })
  for (const [chain, wanted] of Object.entries(chainId)) {
    const id = fixture.options?.chains?.[chain]?.chainId
    if (wanted !== id)
      throw new UsageError(`--chain-id ${chain}=${wanted}: in ${state} the chain has ${id ?? 'its default id'}`, {
        details: ['a network keeps its ids: remove the flag, or the file'],
      })
  }
  const { relayer } = fixture.options?.keys ?? {}
  if (relayerMnemonic !== undefined && relayerKey(relayerMnemonic).relayer !== relayer)
    throw new UsageError(`--relayer-mnemonic: in ${state} the relayers have another account`, {
      details: ['a network keeps its accounts: remove the flag, or the file'],
    })
  return fixture
}
