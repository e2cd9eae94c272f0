import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { own, Reach, UsageError } from '../../base/index.js'
import type { Fixture } from '../../replay/internal.js'
import type { Sandbox, SandboxSetting } from '../../sandbox/internal.js'
import { reachOf, type CampaignConfig } from '../config.js'
import { startCampaign } from '../setup.js'

/** Called while a chain waits for the live one that it was forked from. */
export type OnFork = NonNullable<SandboxSetting['onFork']>

/** Where the forks of a campaign start, by chain, so that all its sandboxes have the same state. */
export type Pins = Readonly<Record<string, Pin>>
interface Pin {
  readonly chainId: string
  /** In decimal, since pins are sent between threads and written to files. */
  readonly height: string
  /** The folder of a cache, in place of the campaign's. */
  readonly cache?: string
}

/** The names of the forked chains, with the options of each. */
const forksOf = ({ sandbox }: Pick<CampaignConfig, 'sandbox'>) =>
  Object.entries(sandbox?.chains ?? {}).flatMap(([key, given]) =>
    given?.fork === undefined ? [] : [[key, given.fork] as const],
  )

/** Whether a campaign begins with the state of a live chain. */
export const isForked = (config: CampaignConfig): boolean => forksOf(config).length > 0

/**
 * Reads what the start of a campaign needs from its live chains, if it may connect to them: once, so that its sandboxes find it in the cache, and agree on
 * the heights.
 * @returns where the forks start, and what releases a cache that nobody keeps @throws what {@link startCampaign} throws
 */
export async function readForks(
  config: CampaignConfig,
  onFork?: OnFork,
): Promise<{ readonly pins: Pins; readonly end: () => void }> {
  const forks = forksOf(config)
  const end = (): void => {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
  }
  let scratch: string | undefined
  if (!reachOf(config).trusted || !forks.some(([, { rpc }]) => rpc !== undefined)) return { pins: {}, end }
  const passing = forks.filter(([, { cache }]) => cache === false).map(([key]) => key)
  if (passing.length > 0) scratch = mkdtempSync(join(tmpdir(), 'sudobox-forks-'))
  const caches = scratch === undefined ? {} : Object.fromEntries(passing.map((key) => [key, { cache: scratch }]))
  try {
    const { sandbox } = await startCampaign(pinned(config, caches), false, undefined, onFork)
    try {
      return {
        pins: Object.fromEntries(pinsOf(sandbox).map(([key, pin]) => [key, { ...pin, ...own(caches, key) }])),
        end,
      }
    } finally {
      await sandbox.close()
    }
  } catch (error) {
    end()
    throw error
  }
}

/** The campaign whose forks start at given places. */
export function pinned(config: CampaignConfig, pins: Readonly<Record<string, Partial<Pin>>>): CampaignConfig {
  const chains = forksOf(config).map(([key, fork]) => {
    const { height, ...pin } = own(pins, key) ?? {}
    const given = config.sandbox!.chains![key]!
    return [
      key,
      { ...given, fork: { ...fork, ...pin, ...(height !== undefined && { height: BigInt(height) }) } },
    ] as const
  })
  if (chains.length === 0) return config
  return {
    ...config,
    sandbox: { ...config.sandbox, chains: { ...config.sandbox?.chains, ...Object.fromEntries(chains) } },
  }
}

/** The campaign with the forks of one of its findings, which has a cache of them next to it. @throws FixtureError for a cache elsewhere */
export function asInFinding(config: CampaignConfig, { options }: Fixture, file: string, trust = false): CampaignConfig {
  const reach = new Reach(file, trust)
  const pins = Object.entries(options?.chains ?? {}).flatMap(([key, given]) => {
    const fork = given?.fork
    if (typeof fork?.cache !== 'string') return []
    const cache = reach.real(fork.cache, `/options/chains/${key}/fork/cache`)
    return [
      [key, { cache, rpc: undefined, ...(fork.height !== undefined && { height: String(fork.height) }) }] as const,
    ]
  })
  return pinned(config, Object.fromEntries(pins))
}

const pinsOf = (sandbox: Sandbox): readonly (readonly [string, Pin])[] =>
  Object.values(sandbox.chains).flatMap(({ key, host }) => {
    const point = host.app.options.fork?.point
    return point === undefined ? [] : [[key, { chainId: point.chainId, height: String(point.height) }] as const]
  })

/** The options of a fixture, with the place of each fork, and without endpoints, whose URLs may be secret. */
export function optionsInFinding(options: object, sandbox: Sandbox): object {
  const chains = { ...(options as { readonly chains?: Readonly<Record<string, { readonly fork?: object }>> }).chains }
  for (const [key, pin] of pinsOf(sandbox)) {
    const { rpc: _, ...fork } = chains[key]!.fork as { readonly rpc?: unknown }
    chains[key] = { ...chains[key], fork: { ...fork, ...pin } }
  }
  return Object.keys(chains).length === 0 ? options : { ...options, chains }
}

/** Keeps what a sandbox has read of live chains, and will read, in the folder that the findings of a campaign share. @throws UsageError for a link in its place */
export function keepForks(sandbox: Sandbox, folder: string): void {
  const forks = Object.values(sandbox.chains).flatMap(({ host }) => host.app.options.fork ?? [])
  if (forks.length === 0) return
  // Nobody named this folder, so no link may lead it elsewhere.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new UsageError(`the cache of forks would be written through a link: ${folder}`, {
      details: ['right: a folder in its place, or none'],
    })
  for (const fork of forks) fork.keepIn(folder)
}

/** The folder for the state of live chains that the findings of a campaign need. @param file of a finding */
export const forksFolder = (file: string, prefix: string): string => join(dirname(file), `${prefix}.forks`)
