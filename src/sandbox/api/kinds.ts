import { UsageError } from '../../base/index.js'
import { KINDS, type Kind, type KindOption } from '../../app/index.js'
import { PATCHED_ADVISORIES, PATCHED_EVM_FAULTS, type PatchedFault } from '../../chain/index.js'

/**
 * A kind of chain. `neutron`: with Neutron's modules and an EVM alongside it. `hub`: accounts, coins, staking, governance, contracts and IBC, and none of
 * Neutron's modules. `wasmd`: the app of wasmd v0.61 or, with the option `release`, of v0.70, with its gas: a hub with the circuit breaker, and the discount for code that was already loaded in
 * the same transaction. `nolus`: the app of nolus-core v0.8: contracts are called back as on Neutron, under a limit and with stored failures, and a part of
 * each fee goes to the treasury. `cosmoshub`: the app of gaia v28. `evmd`: the example app of cosmos/evm v0.7, with contracts in Solidity and none in CosmWasm.
 */
export type ChainKind = keyof typeof KINDS

export const CHAIN_KINDS = Object.keys(KINDS) as [ChainKind, ...ChainKind[]]

/** The kinds whose chains run CosmWasm contracts. */
export const WASM_KINDS = CHAIN_KINDS.filter((kind) => kindOf(kind, kind).contracts === undefined)

/** All kinds with what they are, as a sentence each. */
export const ABOUT_KINDS = CHAIN_KINDS.map((kind) => `'${kind}': ${KINDS[kind].about}.`).join(' ')

const KIND_OPTIONS: readonly KindOption[] = ['layers', 'bank', 'release']

/** @throws UsageError for an option that chains of other kinds have */
export function refuseOfOtherKinds(
  key: string,
  kind: Kind,
  given: Readonly<Record<string, unknown>> & { readonly unpatched?: readonly PatchedFault[] | undefined },
): void {
  const { takes, defaults, releases = [] } = kind
  const { release } = given
  if (takes.includes('release') && release !== undefined && !releases.some((name) => name === release))
    throw new UsageError('createSandbox() does not take these options', {
      details: [`at /chains/${key}/release: expected one of ${releases.join(', ')}, got ${JSON.stringify(release)}`],
    })
  refuseOtherFaults(key, kind, given)
  const named = KIND_OPTIONS.find((option) => given[option] !== undefined && !takes.includes(option))
  if (named === undefined) return
  const kinds = CHAIN_KINDS.filter((kind) => kindOf(kind, kind).takes.includes(named))
  throw new UsageError('createSandbox() does not take these options', {
    details: [
      `at /chains/${key}/${named}: a chain of kind ${defaults.name} has no such option, those of these kinds have: ${kinds.join(', ')}`,
    ],
  })
}

/** A chain can lack patches of what runs its contracts. */
function refuseOtherFaults(
  key: string,
  { contracts, defaults }: Kind,
  { unpatched = [] }: { readonly unpatched?: readonly PatchedFault[] | undefined },
): void {
  const own: readonly PatchedFault[] = contracts === 'solidity' ? PATCHED_EVM_FAULTS : PATCHED_ADVISORIES
  const at = unpatched.findIndex((fault) => !own.includes(fault))
  if (at < 0) return
  throw new UsageError('createSandbox() does not take these options', {
    details: [
      `at /chains/${key}/unpatched/${at}: expected one of ${own.join(', ')} on a chain of kind ${defaults.name}, got ${JSON.stringify(unpatched[at])}`,
    ],
  })
}

/** The kind of a live chain, by the name of its program. */
export const kindOfProgram = (program: string): ChainKind | undefined =>
  CHAIN_KINDS.find((kind) => KINDS[kind].programs.includes(program))

/** The chains of a sandbox whose options name no others. Their names are also their kinds. */
const USUAL_CHAINS = ['neutron', 'hub'] as const
export type UsualChain = (typeof USUAL_CHAINS)[number]

/** The names of a sandbox's chains: `neutron` and `hub`, unless its options name others; then those that they name. */
export type ChainNames<Named extends string> = string extends Named
  ? UsualChain
  : [Exclude<Named, UsualChain>] extends [never]
    ? UsualChain
    : Named

/** {@link ChainNames} for options. */
export function chainNames(chains: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const named = Object.keys(chains).filter((name) => chains[name] !== undefined)
  return named.every(isUsual) ? USUAL_CHAINS : named
}

const isUsual = (name: string): name is UsualChain => (USUAL_CHAINS as readonly string[]).includes(name)

/** The kind that a chain has by its name, unless its options say one. */
export const kindByName = (name: string): ChainKind | undefined => (isUsual(name) ? name : undefined)

/**
 * @param kind of its options @param program that runs the live chain of a fork
 * @throws UsageError for a chain of another name whose options do not say its kind
 */
export function kindOf(name: string, kind = kindByName(name), program?: string): Kind {
  if (kind !== undefined) return KINDS[kind]
  throw new UsageError(`the chain ${name} has no kind`, {
    details: [
      ...(program === undefined
        ? []
        : [`the program of the live chain has the name ${JSON.stringify(program)}, which is not that of a known kind`]),
      `kinds: ${CHAIN_KINDS.join(', ')}`,
    ],
  })
}
