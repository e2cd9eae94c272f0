import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SudoboxError } from '../../base/index.js'
import { readContractSchema, readContractSchemas, type ContractSchema } from '../../schema/index.js'
import type { VmReleases } from '../../replay/internal.js'
import { probeSchema } from '../../vm/probe/index.js'
import { HEADER, typesDocument } from '../types/index.js'
import { campaignText, testText, type ContractPlan } from './contract-files.js'
import { withOthers } from './with-others.js'
import { findContracts, type FoundContract } from './find-contracts.js'
import { findFirstMessages, type FirstMessages, type WorkingContract } from './first-message.js'
import { projectFiles, type PackageManager, type ProjectFile, type WorkflowBuild } from './project-files.js'

/** What was done with one file, or why nothing was. */
export interface InitStep {
  readonly path: string
  readonly done: 'written' | 'kept' | 'failed'
  readonly note?: string
}

export interface InitOptions {
  readonly folder: string
  readonly manager: PackageManager
  /** Releases of the contract VM, which the files name. */
  readonly vm?: VmReleases
  readonly onStep: (step: InitStep) => void
}

/** The file with the types of all contracts. */
const TYPES = 'test/contracts.ts'

/**
 * Writes what a project needs to test its contracts: configuration, and a first test and campaign for each contract. Existing files are not changed,
 * except the types, which this command owns.
 *
 * @returns the contracts that were found
 */
export async function initProject({ folder, manager, vm, onStep }: InitOptions): Promise<readonly FoundContract[]> {
  const contracts = findContracts(folder)
  const write = (file: ProjectFile): void => onStep(writeNew(folder, file))
  /** The result of the work on each contract; contracts for which it fails are reported. */
  const ofEach = async <Item extends { readonly contract: FoundContract }, Result>(
    items: readonly Item[],
    work: (item: Item) => Result | Promise<Result>,
  ): Promise<readonly Result[]> => {
    const results: Result[] = []
    for (const item of items) {
      try {
        results.push(await work(item))
      } catch (error) {
        if (!(error instanceof SudoboxError)) throw error
        onStep({ path: item.contract.wasm, done: 'failed', note: error.shortMessage })
      }
    }
    return results
  }
  const found = contracts.map((contract) => ({ contract }))
  const known = await ofEach(found, ({ contract }) => ({ contract, ...schemaOf(folder, contract, write) }))
  const tryAlone = async ({ contract, schema, file }: KnownContract): Promise<Subject> => {
    const wasm = new Uint8Array(readFileSync(join(folder, contract.wasm)))
    return { contract, schema, file, wasm, alone: await findFirstMessages(wasm, schema, [], { vm }) }
  }
  const hasTest = ({ contract }: KnownContract): boolean => existsSync(join(folder, testOf(contract.name)))
  const subjects = await ofEach(
    known.filter((contract) => !hasTest(contract)),
    tryAlone,
  )
  // The others are tried only where a contract may need one of them.
  const others = subjects.every(worksAlone) ? [] : await ofEach(known.filter(hasTest), tryAlone)
  const plans = await plansOf(subjects, [...subjects, ...others].filter(worksAlone), vm)
  const schemas = known.map(({ contract, schema }) => ({ ...schema, contract: contract.name }))
  if (schemas.length > 0) onStep(writeTypes(folder, typesDocument(schemas)))
  for (const plan of plans) {
    write({ path: testOf(plan.name), text: testText(plan, vm) })
    if (plan.instantiate !== undefined) write({ path: campaignOf(plan.name), text: campaignText(plan, vm) })
  }
  const campaigns = contracts.map(({ name }) => campaignOf(name)).filter((path) => existsSync(join(folder, path)))
  const build = workflowBuild(folder, contracts)
  for (const file of projectFiles({ campaigns, build, manager, isModule: isModule(folder) })) write(file)
  return contracts
}

/** By where the contracts are: those of a build folder Cargo builds, and those with a debug twin `sudobox build`. */
function workflowBuild(folder: string, contracts: readonly FoundContract[]): WorkflowBuild {
  if (contracts.some(({ wasm }) => wasm.startsWith('target/'))) return 'cargo'
  const isBuilt = ({ wasm }: FoundContract): boolean => existsSync(join(folder, wasm.replace(/\.wasm$/, '.debug.wasm')))
  return existsSync(join(folder, 'Cargo.toml')) && contracts.some(isBuilt) ? 'sudobox' : undefined
}

const testOf = (name: string): string => `test/${name}.test.ts`
const campaignOf = (name: string): string => `campaigns/${name}.yaml`

/** The contract's schema and its file. If it has none, the schema is inferred from the contract's parser and written. */
function schemaOf(
  folder: string,
  { name, wasm, schema }: FoundContract,
  write: (file: ProjectFile) => void,
): { readonly schema: ContractSchema; readonly file: string } {
  const [file] = schema
  if (schema.length === 1 && file !== undefined) return { schema: readContractSchemas([join(folder, file)])[0]!, file }
  const path = `test/schema/${name}.json`
  if (!existsSync(join(folder, path))) {
    const document = probeSchema(new Uint8Array(readFileSync(join(folder, wasm))), name)
    write({ path, text: `${JSON.stringify(document, undefined, 2)}\n` })
  }
  const probed = readContractSchema(JSON.parse(readFileSync(join(folder, path), 'utf8')), path)
  const written = schema.length > 0 ? readContractSchemas(schema.map((one) => join(folder, one)))[0]! : probed
  return { schema: written, file: path }
}

interface KnownContract {
  readonly contract: FoundContract
  readonly schema: ContractSchema
  readonly file: string
}

/** A contract, and the messages that it accepts when it is the only one on the chain. */
interface Subject extends KnownContract {
  readonly wasm: Uint8Array
  readonly alone: FirstMessages
}

const worksAlone = ({ alone }: Subject): boolean => alone.instantiate !== undefined

/** A contract that does not work alone is tried again with those that do. */
async function plansOf(
  subjects: readonly Subject[],
  working: readonly Subject[],
  vm: VmReleases | undefined,
): Promise<readonly ContractPlan[]> {
  const planOf = ({ contract, file, alone }: Subject): ContractPlan => ({
    ...alone,
    name: contract.name,
    wasm: contract.wasm,
    schema: file,
    needs: [],
  })
  const others = working.map(({ contract, wasm, alone }): WorkingContract => ({
    name: contract.name,
    wasm,
    instantiate: alone.instantiate!,
  }))
  const plans: ContractPlan[] = []
  for (const subject of subjects) {
    const plan = planOf(subject)
    const together =
      plan.instantiate === undefined
        ? await withOthers(others, (together) => findFirstMessages(subject.wasm, subject.schema, together, { vm }))
        : undefined
    const needs = working.filter(({ contract }) => together?.needs.some(({ name }) => name === contract.name))
    plans.push({ ...plan, ...together?.found, needs: needs.map(planOf) })
  }
  return plans
}

function writeNew(folder: string, { path, text, instead = [], hint }: ProjectFile): InitStep {
  const there = [path, ...instead].find((one) => existsSync(join(folder, one)))
  if (there !== undefined) {
    const knows = hint === undefined || readFileSync(join(folder, there), 'utf8').includes('sudobox')
    return { path: there, done: 'kept', ...(!knows && { note: hint }) }
  }
  save(folder, path, text)
  return { path, done: 'written' }
}

function writeTypes(folder: string, text: string): InitStep {
  const path = join(folder, TYPES)
  const existing = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (existing === text) return { path: TYPES, done: 'kept' }
  if (existing !== undefined && !existing.startsWith(HEADER))
    return { path: TYPES, done: 'kept', note: 'the file was not written by `sudobox types`' }
  save(folder, TYPES, text)
  return { path: TYPES, done: 'written' }
}

function save(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function isModule(folder: string): boolean {
  const manifest = readManifest(folder)
  return manifest === undefined || manifest['type'] === 'module'
}

type Manifest = Record<string, unknown>

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  } catch {
    return undefined
  }
}

/** Creates `package.json` if missing, and adds a test script if it has none. */
export function prepareManifest(folder: string): InitStep {
  const path = 'package.json'
  const manifest = readManifest(folder)
  if (manifest === undefined) {
    if (existsSync(join(folder, path))) return { path, done: 'failed', note: 'the file is not valid JSON' }
    const name =
      basename(folder)
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]+/g, '-')
        .replaceAll(/^-+|-+$/g, '') || 'contracts'
    const fresh = { name, private: true, type: 'module', scripts: { test: 'vitest run' } }
    save(folder, path, `${JSON.stringify(fresh, undefined, 2)}\n`)
    return { path, done: 'written' }
  }
  const scripts = (manifest['scripts'] ?? {}) as Manifest
  const test = scripts['test']
  if (typeof test === 'string' && !/no test specified/.test(test)) return { path, done: 'kept' }
  manifest['scripts'] = { ...scripts, test: 'vitest run' }
  save(folder, path, `${JSON.stringify(manifest, undefined, 2)}\n`)
  return { path, done: 'written', note: 'with a script for the tests' }
}
