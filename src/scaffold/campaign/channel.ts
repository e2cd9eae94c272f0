import { SudoboxError } from '../../base/index.js'
import type { Json, Sandbox } from '../../sandbox/internal.js'
import { wordsOf } from '../../vm/tools/index.js'

/** How a contract's channel opens. */
export interface ChannelForm {
  readonly version: string
  readonly ordering: 'ordered' | 'unordered'
  /** The other end: the transfer module of the other chain, or an instance of a contract there, by label. */
  readonly counterpart: 'transfer' | { readonly instance: string }
}

/** The version of ICS-20. A contract that speaks it replaces the transfer module, so its counterpart is the transfer module of the other chain. */
const TRANSFERS = 'ics20-1'

/** The pattern of channel versions: `ics20-1`, `cw20-ics20`, `ping-pong-1`, `ibc-reflect-v1`. */
const VERSION = /^[a-z][a-z0-9]{1,15}(?:[-_.][a-z0-9]{1,12}){1,3}$/
/** Words in a contract's error that may be the version that it expects. */
const IN_ERROR = /[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+/g
/** The maximum number of words of the code that are tried as versions. */
const MAX_VERSIONS = 40
/** A version for contracts that do not check it, and for others to refuse with the right one in the error. */
const ANY = 'channel-1'
const ORDERINGS = ['unordered', 'ordered'] as const

/**
 * Finds the version and ordering with which a contract opens channels, by trying the words in its code that look like versions, and those in its
 * errors. The sandbox is left unchanged.
 *
 * @param port the contract's port @param instances ports of instances on the other chain, by label, the likeliest first @param isOver whether the time is over
 * @returns undefined if none was found
 */
export async function findChannelForm(
  sandbox: Sandbox,
  wasm: Uint8Array,
  port: string,
  instances: ReadonlyMap<string, string>,
  isOver: () => boolean = () => false,
): Promise<ChannelForm | undefined> {
  const before = await sandbox.snapshot()
  const versions = [...likelyFirst(wordsOf(wasm, VERSION)).slice(0, MAX_VERSIONS), ANY]
  const known = new Set<string>()
  try {
    // Versions in errors are appended to the list meanwhile.
    for (const version of versions) {
      if (isOver()) break
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

/** Words that end with a number, then those that look like a standard. The others are not versions. */
const likelyFirst = (words: readonly string[]): string[] => [
  ...words.filter((word) => /-v?\d+$/.test(word)),
  ...words.filter((word) => /^(cw\d+-)?ics\d+$/.test(word)),
]

/** A message with the variables of one chain replaced by those of another. */
export function onChain(message: Json, from: string, to: string): Json {
  return JSON.parse(JSON.stringify(message).replaceAll(`\${${from}.`, `\${${to}.`)) as Json
}
