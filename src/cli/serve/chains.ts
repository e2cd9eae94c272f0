import { InvalidArgumentError, type Command } from 'commander'
import { LAYER_NAMES } from '../../app/index.js'
import { FixtureError, own, UsageError } from '../../base/index.js'
import { CHAIN_KINDS, chainNames, type ChainKind } from '../../sandbox/internal.js'
import type { ByChain, ServeFlags } from './flags.js'
import type { SandboxFileOptions } from './sandbox-options.js'

type LayerName = (typeof LAYER_NAMES)[number]

/** What `--chains` says about one chain. */
export interface ChainFlags {
  readonly kind?: ChainKind
  readonly prefix?: string
  readonly denom?: string
  /** Around transfers, from the channels down. */
  readonly layers?: LayerName[]
}

/** Two chains that know each other from the start. */
export type ChainPair = readonly [string, string]

const PARTS = ['kind', 'prefix', 'denom', 'layers'] as const satisfies readonly (keyof ChainFlags)[]

const isKind = (text: string): text is ChainKind => (CHAIN_KINDS as readonly string[]).includes(text)

const isLayer = (text: string): text is LayerName => (LAYER_NAMES as readonly string[]).includes(text)

/** `neutron,hub,osmo=hub,osmo.prefix=osmo,hub.layers=packet-forward+callbacks` */
export const addChains = (text: string, before: ByChain<ChainFlags>): ByChain<ChainFlags> =>
  text.split(',').reduce((chains, one) => addChain(one.trim(), chains), before)

function addChain(text: string, before: ByChain<ChainFlags>): ByChain<ChainFlags> {
  const [, name, member, value] = /^([a-z][a-z0-9]*)(?:\.(\w+))?(?:=([^=]+))?$/.exec(text) ?? []
  const part = value === undefined ? undefined : PARTS.find((one) => one === (member ?? 'kind'))
  if (name === undefined || (part === undefined && text !== name))
    throw new InvalidArgumentError(
      'Must be names and kinds of chains, e.g. neutron,hub,osmo=hub, or osmo.prefix=osmo, osmo.denom=uosmo.',
    )
  if (part === 'kind' && !isKind(value!))
    throw new InvalidArgumentError(`There is no kind ${value}. Kinds: ${CHAIN_KINDS.join(', ')}.`)
  const had = own(before, name) ?? {}
  // A configuration lists them; they arrive one by one.
  const given = part === 'layers' ? [...(had.layers ?? []), ...layersOf(value!)] : value
  return { ...before, [name]: { ...had, ...(part !== undefined && { [part]: given }) } }
}

function layersOf(text: string): readonly LayerName[] {
  const layers = text.split('+')
  const wrong = layers.find((one) => !isLayer(one))
  if (wrong !== undefined)
    throw new InvalidArgumentError(`There is no layer ${wrong}. Layers: ${LAYER_NAMES.join(', ')}.`)
  return layers as LayerName[]
}

/** `neutron:hub,hub:osmo` */
export const addLinks = (text: string, before: readonly ChainPair[]): readonly ChainPair[] => [
  ...before,
  ...text.split(',').map((one): ChainPair => {
    const [, first, second] = /^(\w+):(\w+)$/.exec(one.trim()) ?? []
    if (first === undefined || second === undefined)
      throw new InvalidArgumentError('Must be pairs of chains, e.g. neutron:hub,hub:osmo.')
    return [first, second]
  }),
]

/** Options whose values are given by chain. */
const BY_CHAIN = [
  'port',
  'coins',
  'chainId',
  'genesis',
  'faucetCoins',
  'vm',
] as const satisfies readonly (keyof ServeFlags)[]

/** @throws UsageError, or FixtureError with its place in the configuration, for an option of a chain that is not there */
export function checkNames(command: Command, options: SandboxFileOptions, config: string | undefined): void {
  const flags = command.opts<ServeFlags>()
  const names = chainNames(options.chains)
  const isUnknown = (name: string): boolean => !names.includes(name)
  const given = [
    ...BY_CHAIN.flatMap((option) => Object.keys(flags[option]).map((name) => [option, name] as const)),
    ...flags.plugin.map(([name]) => ['plugin', name] as const),
    ...flags.links.flat().map((name) => ['links', name] as const),
  ]
  // A release without a chain is for all.
  const wrong = given.find(([, name]) => name !== '' && isUnknown(name))
  if (wrong === undefined) return
  const [attribute, name] = wrong
  const message = `there is no chain ${name}`
  const details = [`chains: ${names.join(', ')}`]
  const option = command.options.find((one) => one.attributeName() === attribute)!.long!.slice(2)
  if (config !== undefined && command.getOptionValueSource(attribute) === 'config')
    throw new FixtureError({
      file: config,
      pointer: attribute === 'links' ? '/links' : `/${option}/${name}`,
      message,
      details,
    })
  throw new UsageError(`--${option}: ${message}`, { details })
}
