import { dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atCallersLine, definedMembers, FixtureError, isElsewhere, Reach, strict, SudoboxError } from '../base/index.js'
import { parseText, readText, withVmReleases, type VmReleases } from '../replay/internal.js'
import type { WorldName } from './worlds/names.js'
import { defineCampaign, FOUND, type CampaignConfig, type CampaignConfigInput } from './config.js'

const MODULE = /\.[cm]?[jt]s$/

/** Options for reading a campaign. */
export interface ReadCampaignOptions {
  /** Whether a YAML or JSON file may do what a module may: name files anywhere, and say where to write. */
  readonly trust?: boolean | undefined
  /** The folder of findings, in place of the campaign's. */
  readonly found?: string | undefined
  /** The folder of the corpus, in place of the campaign's. */
  readonly corpus?: string | undefined
  /** Releases of the contract VM, by the name of a chain or for all others (`''`), in place of the campaign's. */
  readonly vm?: VmReleases | undefined
  /** The file to which the first contract is migrated, in place of the campaign's; relative to the working directory. */
  readonly migrateTo?: string | undefined
  /** The worlds in which action sequences begin, in place of the campaign's. */
  readonly worlds?: readonly WorldName[] | undefined
}

/** The options that are about reading a campaign. */
export const readingOf = ({ trust, found, corpus, vm, migrateTo, worlds }: ReadCampaignOptions): ReadCampaignOptions =>
  definedMembers({ trust, found, corpus, vm, migrateTo, worlds })

/** Whether a campaign is a module, whose code runs when it is read. */
export const isModule = (file: string): boolean => MODULE.test(file)

/** A warning that a campaign is code from elsewhere. Undefined for data, and for a module in the working directory. */
export const warningOfCode = (file: string): string | undefined =>
  isModule(file) && isElsewhere(file)
    ? `${file} is a module outside the working directory: its code runs now`
    : undefined

/**
 * Reads a campaign from a YAML or JSON file, or from the default export of a module (`.mjs`, `.js`, and `.ts` where this Node reads TypeScript).
 *
 * @throws FixtureError when it cannot be read, is not a campaign, or is a data file that says where to write
 */
export const readCampaign = atCallersLine(strict('readCampaign', campaignOf))

async function campaignOf(file: string, options: ReadCampaignOptions = {}): Promise<CampaignConfig> {
  const config = isModule(file)
    ? defineCampaign((await importCampaign(file)) as CampaignConfigInput, file, true)
    : dataCampaign(file, options)
  const { found = config.found, corpus = config.corpus } = options
  const sandbox = withVmReleases(config.sandbox, options.vm)
  const worlds = options.worlds === undefined ? config.worlds : [...options.worlds]
  return { ...config, sandbox, contracts: withRelease(config, options.migrateTo), worlds, found, corpus }
}

/** The contracts, of which the first one is migrated to a file. */
const withRelease = ({ contracts, file }: CampaignConfig, to: string | undefined): CampaignConfig['contracts'] =>
  to === undefined
    ? contracts
    : contracts.map((contract, i) =>
        i === 0 ? { ...contract, migrateTo: relative(dirname(file ?? '.'), resolve(to)) } : contract,
      )

function dataCampaign(file: string, { trust = false, found }: ReadCampaignOptions): CampaignConfig {
  const value = parseText(readText(file), file)
  refuseArtifact(value, file)
  const reach = new Reach(file, trust)
  refuseOutputs(value, reach)
  // The default folder was not named by anyone, so no symbolic link may lead it elsewhere.
  if (found === undefined)
    reach.real(resolve(FOUND), '', [`findings would be written outside the working directory; right: --found FOLDER`])
  return defineCampaign(value as CampaignConfigInput, file, trust)
}

/** What a compiler writes says nothing of arguments, accounts and chains. */
function refuseArtifact(value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null || !('abi' in value) || 'setup' in value) return
  throw new FixtureError({
    file,
    pointer: '',
    message: 'this is a compiled contract in Solidity, not a campaign',
    details: [
      'right: a campaign whose setup deploys it: do: { action: ethereumTx, chain: evm, from: alice, deploy: { artifact: { path: Vault.json }, args: […], label: vault } }',
      'docs/guides/two-languages.md has an example',
    ],
  })
}

const OUTPUTS = ['found', 'corpus'] as const

/** Only the command line and code say where to write. */
function refuseOutputs(value: unknown, reach: Reach): void {
  if (typeof value !== 'object' || value === null) return
  for (const name of OUTPUTS)
    if (Object.hasOwn(value, name))
      reach.refuse(`/${name}`, 'a campaign file may not choose where to write', [
        `right: sudobox fuzz --${name} FOLDER, or campaign(file, { ${name}: 'FOLDER' })`,
      ])
}

async function importCampaign(file: string): Promise<unknown> {
  readText(file)
  let module: { readonly default?: unknown }
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as typeof module
  } catch (cause) {
    // An error that the module itself throws about its campaign is passed on as it is.
    if (cause instanceof SudoboxError) throw cause
    const unknown = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION'
    throw new FixtureError({
      file,
      pointer: '',
      message: unknown
        ? 'this Node does not read TypeScript: give a module in JavaScript'
        : `the module cannot be loaded: ${String(cause)}`,
      cause,
    })
  }
  if (module.default === undefined)
    throw new FixtureError({ file, pointer: '', message: 'the module has no default export: expected the campaign' })
  return module.default
}
