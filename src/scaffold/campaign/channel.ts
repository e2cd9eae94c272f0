import { SudoboxError, type Json, type Sandbox } from '../../sandbox/index.js'
import { wordsOf } from '../../vm/tools/words.js'

/** How a contract's channel opens. */
export interface ChannelForm {
  readonly version: string
  readonly ordering: 'ordered' | 'unordered'
  /** What is at the other end: the other chain's transfer module, or an instance of a contract there, by its label. */
  readonly counterpart: 'transfer' | { readonly instance: string }
}

/** The version of ICS-20: a contract that speaks it stands in for the transfer module, and its counterpart is that of another chain. */
const TRANSFERS = 'ics20-1'

/** The pattern of channel versions: `ics20-1`, `cw20-ics20`, `ping-pong-1`, `ibc-reflect-v1`. */
const VERSION = /^[a-z][a-z0-9]{1,15}(?:[-_.][a-z0-9]{1,12}){1,3}$/
/** Words in the error of a contract that states what it expects. */
const IN_ERROR = /[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+/g
/** Of the texts of the code. */
const MOST_VERSIONS = 40
/** For contracts that do not check the version, and for others to name the right one when they refuse it. */
const ANY = 'channel-1'
const ORDERINGS = ['unordered', 'ordered'] as const

/**
 * Finds out with which version and order contracts open channels: by trying the texts in their code that look like versions, and those that
 * they name when they refuse one. The sandbox is left unchanged.
 *
 * @param port the contract's @param instances ports of instances on the other chain, by label, the likeliest first
 * @returns undefined when none was found
 */
export async function findChannelForm(
  sandbox: Sandbox,
  wasm: Uint8Array,
  port: string,
  instances: ReadonlyMap<string, string>,
): Promise<ChannelForm | undefined> {
  const before = await sandbox.snapshot()
  const versions = [...likelyFirst(wordsOf(wasm, VERSION)).slice(0, MOST_VERSIONS), ANY]
  const known = new Set<string>()
  try {
    // Versions named in refusals are appended to the list.
    for (const version of versions) {
      if (known.has(version)) continue
      known.add(version)
      const ends: readonly (readonly [ChannelForm['counterpart'], string])[] =
        version === TRANSFERS
          ? [['transfer', 'transfer']]
          : [...instances].map(([instance, there]) => [{ instance }, there] as const)
      for (const [counterpart, counterpartyPort] of ends)
        for (const ordering of ORDERINGS)
          try {
            await sandbox.perform({ action: 'openChannel', port, counterpartyPort, version, ordering })
            return { version, ordering, counterpart }
          } catch (error) {
            if (!(error instanceof SudoboxError)) throw error
            versions.push(...(error.shortMessage.match(IN_ERROR) ?? []))
          } finally {
            await sandbox.restore(before)
          }
    }
    return undefined
  } finally {
    sandbox.forget(before)
  }
}

/** Those that end with a number, then those that look like a standard's; the others are names of something else. */
const likelyFirst = (words: readonly string[]): string[] => [
  ...words.filter((word) => /-v?\d+$/.test(word)),
  ...words.filter((word) => /^(cw\d+-)?ics\d+$/.test(word)),
]

/** Translates addresses of one chain to another: names of accounts are the same on both. */
export function onChain(message: Json, from: string, to: string): Json {
  return JSON.parse(JSON.stringify(message).replaceAll(`\${${from}.`, `\${${to}.`)) as Json
}
