import { basename, relative, dirname } from 'node:path'
import { jsonOf, jsonText, SudoboxError, toHex, toUtf8, UsageError } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { FIXTURE_VERSION, type FixtureInput } from '../../replay/internal.js'
import {
  createSandboxWithin,
  errorView,
  expectationOf,
  outcomeView,
  quotedJson,
  WasmFiles,
  writtenAction,
  writtenFiles,
  type Action,
  type Json,
  type Sandbox,
} from '../../sandbox/internal.js'
import { checksumOf } from '../../vm/internal.js'
import { reachOf, type CampaignConfig } from '../config.js'
import { foundPrefix } from '../findings/finding.js'
import { forksFolder, keepForks, optionsInFinding } from '../forked/forks.js'
import { optionsOf } from '../setup.js'
import type { FoundDifference } from './search.js'

/** One of the two builds that are compared. */
export interface Build {
  readonly path: string
  readonly checksum: string
}

/** A difference as two fixtures: the same actions, each with the outcomes of one build. */
export interface DifferenceFixtures {
  readonly old: { readonly file: string; readonly fixture: FixtureInput }
  readonly now: { readonly file: string; readonly fixture: FixtureInput }
}

/** @param setup the actions before those of the difference @param folder of the fixtures */
export async function differenceFixtures(
  config: CampaignConfig,
  setup: readonly Action[],
  found: FoundDifference,
  builds: { readonly old: Build; readonly now: Build },
  folder: string,
): Promise<DifferenceFixtures> {
  const hash = toHex(sha256(toUtf8(jsonText([found.about, found.actions])))).slice(0, 8)
  const name = `${folder}/diff-${basename(builds.old.path, '.wasm')}-${hash}`
  const one = async (which: 'old' | 'new'): Promise<DifferenceFixtures['old']> => {
    const file = `${name}.${which}.json`
    const to = which === 'new' ? { from: builds.old, to: builds.now.path } : undefined
    return { file, fixture: await fixtureOn(config, setup, found, file, to) }
  }
  return { old: await one('old'), now: await one('new') }
}

interface Replacement {
  readonly from: Build
  /** Path of the build in its place. */
  readonly to: string
}

/** The actions of a difference with their outcomes on one build. @param replacement the build that is stored in place of another */
export async function fixtureOn(
  config: CampaignConfig,
  setup: readonly Action[],
  { about, actions, what, inSetup }: FoundDifference,
  file: string,
  replacement?: Replacement,
): Promise<FixtureInput> {
  const reach = reachOf(config)
  const sandbox = createSandboxWithin(reach, optionsOf(config))
  const steps: { readonly do: Json; readonly expect?: Json }[] = []
  const written = (action: Action): Json => writtenAction(action, new WasmFiles(reach), file)
  const forks = forksFolder(file, foundPrefix(config))
  let options: Json
  try {
    keepForks(sandbox, forks)
    options = jsonOf(optionsInFinding(jsonOf(optionsOf(config)) as object, sandbox))
    const before = inSetup ? [] : setup
    const all = [...before, ...(actions as readonly Action[])].map((one) => replaced(one, config, replacement))
    for (const [i, action] of all.entries()) {
      const outcome = await outcomeOf(sandbox, action)
      // Without its contract, nothing that follows is possible.
      if (outcome === undefined) break
      const { view, isFailed } = outcome
      const isSetup = i < before.length
      const expected = i === all.length - 1 ? inFull(view) : isSetup && !isFailed ? undefined : partly(view)
      steps.push({ do: written(action), ...(expected !== undefined && { expect: quotedJson(expected) }) })
      if (isSetup && isFailed) break
    }
  } finally {
    await sandbox.close()
  }
  return {
    sudobox: FIXTURE_VERSION,
    title: `${about}, which differs in another build`,
    description: what.join('\n'),
    options: writtenFiles(options, new WasmFiles(reach), file, forks),
    steps,
  } as unknown as FixtureInput
}

/** The outcome of an action as fixtures see it; undefined for one that is impossible. @throws errors that the chain did not answer with */
async function outcomeOf(
  sandbox: Sandbox,
  action: Action,
): Promise<{ readonly view: Json; readonly isFailed: boolean } | undefined> {
  try {
    return { view: outcomeView(await sandbox.perform(action)), isFailed: false }
  } catch (error) {
    if (error instanceof UsageError) return undefined
    const view = error instanceof SudoboxError ? errorView(error) : undefined
    if (view === undefined) throw error
    return { view, isFailed: true }
  }
}

const partly = (view: Json): Json => expectationOf(view, 'partial')

/** What a step shows of a difference: the answer of a query; else whether it succeeded, and its events. */
function inFull(view: Json): Json {
  const { events, delivered } = view as { readonly events?: Json; readonly delivered?: readonly Json[] }
  const isResult = events !== undefined || delivered !== undefined || 'error' in (view as object)
  if (!isResult) return view
  return {
    ...(partly(view) as object),
    ...(events !== undefined && { events }),
    ...(delivered !== undefined && { delivered: delivered.map(inFull) }),
  }
}

/** The action with the other build in place of the first one. */
function replaced(action: Action, config: CampaignConfig, replacement: Replacement | undefined): Action {
  if (replacement === undefined || action.action !== 'tx') return action
  const { from, to } = replacement
  const files = new WasmFiles(reachOf(config))
  const path = relative(dirname(config.file ?? '.'), to)
  return {
    ...action,
    messages: action.messages.map((message) =>
      'store' in message && checksumOf(files.read(message.store.wasm, '')) === from.checksum
        ? { store: { ...message.store, wasm: { path } } }
        : message,
    ),
  }
}
