import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FixtureError, SudoboxError } from '../base/errors.js'
import { parseText, readText } from '../replay/read.js'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from './config.js'

const MODULE = /\.[cm]?[jt]s$/

/**
 * Reads a campaign: a YAML or JSON file, or a module whose default export it is (`.mjs`, `.js`, and `.ts` where this Node reads TypeScript).
 *
 * @throws FixtureError when it cannot be read, or is no campaign
 */
export async function readCampaign(file: string): Promise<CampaignConfig> {
  const value = MODULE.test(file) ? await importCampaign(file) : parseText(readText(file), file)
  return defineCampaign(value as CampaignConfigInput, file)
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
