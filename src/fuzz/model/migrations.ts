import type { ActionInput, Sandbox, TxMessage } from '../../sandbox/internal.js'
import { attributeValues } from '../../sandbox/internal.js'
import { UsageError } from '../../base/index.js'
import { getContractInfo } from '../../modules/wasm/index.js'
import type { CampaignConfig } from '../config.js'
import { addressOfActor } from '../forked/actors.js'
import type { Subject } from '../setup.js'
import type { Choice, Scene } from './scene.js'

/** The codes to which contracts are migrated, by the contract's label. */
export type Releases = ReadonlyMap<string, bigint>

/** Stores the files to which contracts are migrated. @param from who stores them @throws ChainError for a file that the chain refuses */
export async function storeReleases(sandbox: Sandbox, config: CampaignConfig, from: string): Promise<Releases> {
  const releases = new Map<string, bigint>()
  for (const { label, chain, migrateTo: path } of config.contracts) {
    if (path === undefined) continue
    if (sandbox.chain(chain) === undefined)
      throw new UsageError(`"${label}" is on ${chain}, which is no chain of the campaign`)
    const message: TxMessage = { store: { wasm: { path } } }
    const stored = await sandbox.perform({ action: 'tx', chain, from, messages: [message] })
    releases.set(label, BigInt(attributeValues(stored, 'store_code', 'code_id')[0]!))
  }
  return releases
}

/** The maximum number of migrations in an action sequence. */
const MAX_MIGRATIONS = 2

/** Migrations of contracts by their admins, mostly between a request and its answer: to the release that the campaign names, or to the code that they have. */
export function migrationChoices(scene: Scene): readonly Choice[] {
  const { start, story, packets, queries } = scene
  if (story.steps.filter(({ action }) => isMigration(action)).length >= MAX_MIGRATIONS) return []
  const inFlight = packets.length + queries.length > 0
  const { upgrades } = scene.weights
  return start.subjects.flatMap((subject): readonly Choice[] => {
    const to = migrationOf(scene, subject)
    const weight =
      (inFlight ? 0.3 : 0.05) * (start.releases.has(subject.config.label) ? 3 : 1) * (upgrades && inFlight ? 4 : 1)
    return to === undefined ? [] : [[weight, () => to]]
  })
}

/** Whether an action migrates a contract. */
export const isMigration = (action: ActionInput): boolean =>
  action.action === 'tx' && action.messages.some((message) => 'migrate' in message)

/** The migration of a contract; undefined if nobody of the campaign may migrate it, or if it has no entry point for that. */
export function migrationOf({ start }: Pick<Scene, 'start'>, subject: Subject): ActionInput | undefined {
  const { label, chain, migrateMsg } = subject.config
  const { host } = start.sandbox.chain(chain)!
  const info =
    subject.solidity !== undefined || host.isDouble(subject.address)
      ? undefined
      : getContractInfo(host.app.context, host.app.address(subject.address))
  const release = start.releases.get(label)
  if (info === undefined || (release === undefined && subject.schema.migrate === undefined)) return undefined
  const from = start.actors.find((name) => addressOfActor(host, name) === info.admin)
  if (from === undefined) return undefined
  const codeId = String(release ?? info.codeId)
  return { action: 'tx', chain, from, messages: [{ migrate: { contract: label, codeId, msg: migrateMsg } }] }
}
