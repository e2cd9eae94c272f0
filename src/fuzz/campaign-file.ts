import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atCallersLine } from '../base/callers-line.js'
import { FixtureError, SudoboxError } from '../base/errors.js'
import { isElsewhere, Reach } from '../base/reach.js'
import { parseText, readText } from '../replay/read.js'
import { defineCampaign, FOUND, type CampaignConfig, type CampaignConfigInput } from './config.js'

const MODULE = /\.[cm]?[jt]s$/

/** How a campaign's file is read. */
export interface ReadCampaignOptions {
  /** Whether a YAML or JSON file may name what code may: files anywhere, and where to write. Modules are code, and may. */
  readonly trust?: boolean | undefined
  /** Where what is found is written, in place of what the campaign says. */
  readonly found?: string | undefined
  /** Where stories are kept, in place of what the campaign says. */
  readonly corpus?: string | undefined
}

/** Whether a campaign is code that runs when it is read. */
export const isModule = (file: string): boolean => MODULE.test(file)

/** What who runs a campaign should know before: that it is code from elsewhere. Undefined for data, and in the working directory. */
export const warningOfCode = (file: string): string | undefined =>
  isModule(file) && isElsewhere(file)
    ? `${file} is a module outside the working directory: its code runs now`
    : undefined

/**
 * Reads a campaign: a YAML or JSON file, or a module whose default export it is (`.mjs`, `.js`, and `.ts` where this Node reads TypeScript).
 *
 * @throws FixtureError when it cannot be read, is no campaign, or is a file that says where to write
 */
export const readCampaign = atCallersLine(campaignOf)

async function campaignOf(file: string, options: ReadCampaignOptions = {}): Promise<CampaignConfig> {
  const config = isModule(file)
    ? defineCampaign((await importCampaign(file)) as CampaignConfigInput, file, true)
    : dataCampaign(file, options)
  const { found = config.found, corpus = config.corpus } = options
  return { ...config, found, corpus }
}

function dataCampaign(file: string, { trust = false, found }: ReadCampaignOptions): CampaignConfig {
  const value = parseText(readText(file), file)
  const reach = new Reach(file, trust)
  refuseOutputs(value, reach)
  // Nobody named this folder, so it has to be where it seems to be.
  if (found === undefined)
    reach.real(resolve(FOUND), '', [`what is found would be written there; right: --found FOLDER`])
  return defineCampaign(value as CampaignConfigInput, file, trust)
}

const OUTPUTS = ['found', 'corpus'] as const

/** Where to write comes from the command line or from code. */
function refuseOutputs(value: unknown, reach: Reach): void {
  if (typeof value !== 'object' || value === null) return
  for (const name of OUTPUTS)
    if (Object.hasOwn(value, name))
      reach.refuse(`/${name}`, 'a file does not say where Sudobox writes', [
        `right: sudobox fuzz --${name} FOLDER, or campaign(file, { ${name}: 'FOLDER' })`,
      ])
}

async function importCampaign(file: string): Promise<unknown> {
  readText(file)
  let module: { readonly default?: unknown }
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as typeof module
  } catch (cause) {
    // What the module itself says of its campaign is said best by itself.
    if (cause instanceof SudoboxError) throw cause
    const unknown = (cause as NodeJS.ErrnoException | null)?.code === 'ERR_UNKNOWN_FILE_EXTENSION'
    throw new FixtureError({
      file,
      pointer: '',
      message: unknown
        ? 'this Node does not read TypeScript: give a module in JavaScript'
        : `the module does not load: ${String(cause)}`,
      cause,
    })
  }
  if (module.default === undefined)
    throw new FixtureError({ file, pointer: '', message: 'the module has no default export: expected the campaign' })
  return module.default
}
