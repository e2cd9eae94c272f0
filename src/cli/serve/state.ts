import { existsSync, readFileSync } from 'node:fs'
import { own, UsageError } from '../../base/index.js'
import { checkFixture, parseText, readText, releaseOf, type Fixture } from '../../replay/internal.js'
import { chainNames } from '../../sandbox/internal.js'
import { relayerKey } from './accounts.js'
import type { Checkpoint } from './checkpoint-file.js'
import { resumable } from './checkpoints.js'
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

/** A network that an earlier run left in a file. */
export interface KeptNetwork {
  /** The actions that are to be run. */
  readonly fixture: Fixture
  /** The checkpoints at the last of which they begin; none: they begin with the network. */
  readonly checkpoints: readonly Checkpoint[]
}

/**
 * The network that an earlier run left in the file, from its last checkpoint on; undefined if the file does not exist yet.
 * @param fromStart whether all actions are to be run, whatever checkpoints there are
 * @throws UsageError for flags that another network would need
 */
export function stateOf(flags: ServeFlags, fromStart = false): KeptNetwork | undefined {
  const { state } = flags
  if (state === undefined || !existsSync(stateFile(state))) return undefined
  const found = fromStart ? undefined : resumable(state, readFileSync(state))
  const text = found?.rest ?? readText(state)
  const fixture = checkFixture(parseText(text, state), state)
  assertSameNetwork(fixture, state, flags)
  return { fixture, checkpoints: found?.checkpoints ?? [] }
}

function assertSameNetwork(
  fixture: Fixture,
  state: string,
  { chains, chainId, relayerMnemonic, vm }: ServeFlags,
): void {
  const had = chainNames(fixture.options?.chains)
  const more = Object.keys(chains).find((name) => !had.includes(name))
  if (more !== undefined)
    throw new UsageError(`--chains ${more}: ${state} has no such chain, only ${had.join(', ')}`, {
      details: ['the chains of a saved network cannot change: remove the flag, or the file'],
    })
  for (const [chain, wanted] of Object.entries(chainId)) {
    const id = own(fixture.options?.chains ?? {}, chain)?.chainId
    if (wanted !== id)
      throw new UsageError(`--chain-id ${chain}=${wanted}: in ${state} the chain has ${id ?? 'its default id'}`, {
        details: ['the chain ids of a saved network cannot change: remove the flag, or the file'],
      })
  }
  for (const chain of had) {
    const wanted = releaseOf(chain, vm)
    const release = fixture.options?.chains?.[chain]?.vm
    if (wanted !== undefined && wanted !== release)
      throw new UsageError(`--vm ${wanted}: in ${state} ${chain} runs ${release ?? 'the release of its kind'}`, {
        details: ['the contract VM of a saved network cannot change: remove the flag, or the file'],
      })
  }
  const { relayer } = fixture.options?.keys ?? {}
  if (relayerMnemonic !== undefined && relayerKey(relayerMnemonic).relayer !== relayer)
    throw new UsageError(`--relayer-mnemonic: in ${state} the relayers have another account`, {
      details: ['the account of the relayers of a saved network cannot change: remove the flag, or the file'],
    })
}
