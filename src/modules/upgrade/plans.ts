import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { ChainError } from '../../base/index.js'
import { below, ErrInvalidRequest, walk, type Context } from '../../chain/index.js'
import { joinKeys, textKey, uint64Key } from '../../store/index.js'
import { DONE_PREFIX, PLAN_KEY, PROTOCOL_VERSION_KEY, UPGRADE_STORE, upgradedKey, VERSIONS_PREFIX } from './keys.js'

/** Versions of modules by their names: which form their state has. */
export type ModuleVersions = Readonly<Record<string, number>>

/** What an app does at the height of a plan. */
export interface UpgradeHandlers {
  /** Names of the plans that the real program has a handler for. */
  readonly names: readonly string[]
  /** Brings the state of the release before into this one's form. */
  readonly migrate: (ctx: Context) => void
}

const HEIGHT_BYTES = 8
/** Go's `time.Time{}`, as protobuf has it. */
export const NO_TIME = { seconds: -62_135_596_800n, nanos: 0 }

const uint64 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return new Uint8Array(bytes)
}
const versionKey = (name: string) => joinKeys(VERSIONS_PREFIX, textKey(name))

/** Rows of other modules stay. Source: cosmos-sdk x/upgrade/keeper `SetModuleVersionMap`. */
export function setVersions(ctx: Context, versions: ModuleVersions): void {
  for (const [name, version] of Object.entries(versions))
    ctx.store(UPGRADE_STORE).set(versionKey(name), uint64(version))
}

const isOfVersions = (ctx: Context, versions: ModuleVersions): boolean =>
  Object.entries(versions).every(([name, version]) => {
    const bytes = ctx.store(UPGRADE_STORE).get(versionKey(name))
    return bytes !== undefined && Buffer.from(bytes).equals(uint64(version))
  })

/** The plan that waits for its height. */
export function pendingPlan(ctx: Context): Plan | undefined {
  const bytes = ctx.store(UPGRADE_STORE).get(PLAN_KEY)
  return bytes === undefined ? undefined : Plan.decode(bytes)
}

/** Height at which a plan of that name was carried out. */
export function doneAt(ctx: Context, name: string): bigint | undefined {
  for (const [key] of walk(below(ctx.store(UPGRADE_STORE), DONE_PREFIX), undefined))
    if (key.slice(HEIGHT_BYTES) === textKey(name))
      return Buffer.from(key.slice(0, HEIGHT_BYTES), 'latin1').readBigInt64BE()
  return undefined
}

function planProblem({ name, height, time, upgradedClientState }: Plan): string | undefined {
  if (time.seconds !== NO_TIME.seconds || time.nanos !== NO_TIME.nanos)
    return 'time-based upgrades have been deprecated in the SDK'
  if (upgradedClientState !== undefined) return 'upgrade logic for IBC has been moved to the IBC module'
  if (name === '') return 'name cannot be empty'
  return height <= 0n ? 'height must be greater than 0' : undefined
}

/** @throws ChainError sdk/18. Source: cosmossdk.io/x/upgrade v0.2.0 keeper/keeper.go `ScheduleUpgrade`. */
export function schedule(ctx: Context, plan: Plan): void {
  const problem = planProblem(plan)
  if (problem !== undefined) throw ErrInvalidRequest.error(problem)
  if (plan.height < BigInt(ctx.block.height)) throw ErrInvalidRequest.error('upgrade cannot be scheduled in the past')
  if (doneAt(ctx, plan.name) !== undefined)
    throw ErrInvalidRequest.error(`upgrade with name ${plan.name} has already been completed`)
  const before = pendingPlan(ctx)
  if (before !== undefined) clearIbcState(ctx, before.height)
  ctx.store(UPGRADE_STORE).set(PLAN_KEY, Plan.encode(plan).finish())
}

function clearIbcState(ctx: Context, height: bigint): void {
  ctx.store(UPGRADE_STORE).delete(upgradedKey(height, 'upgradedClient'))
  ctx.store(UPGRADE_STORE).delete(upgradedKey(height, 'upgradedConsState'))
}

/** Source: `ClearUpgradePlan`. */
export function clearPlan(ctx: Context): void {
  const plan = pendingPlan(ctx)
  if (plan === undefined) return
  clearIbcState(ctx, plan.height)
  ctx.store(UPGRADE_STORE).delete(PLAN_KEY)
}

/** A plan waits that this release cannot carry out, or has a handler for before its height: the chain makes no further block. */
export class ChainHalted extends ChainError {
  /** @param text of the real node */
  constructor(text: string) {
    super({
      codespace: 'undefined',
      code: 1,
      log: text,
      details: ['right: chain.upgrade({ to }), to a release that carries out the plan'],
    })
  }
}

/**
 * At the height of a plan: carries it out if this release has a handler of its name, and otherwise stops.
 * @throws ChainHalted with the node's text. Source: cosmossdk.io/x/upgrade v0.2.0 abci.go `PreBlocker`
 */
export function runPlan(ctx: Context, versions: ModuleVersions, { names, migrate }: UpgradeHandlers): void {
  const plan = pendingPlan(ctx)
  if (plan === undefined) return
  if (plan.height > BigInt(ctx.block.height)) {
    if (names.includes(plan.name))
      throw new ChainHalted(
        `BINARY UPDATED BEFORE TRIGGER! UPGRADE "${plan.name}" - in binary but not executed on chain. Downgrade your binary`,
      )
    return
  }
  if (!names.includes(plan.name))
    throw new ChainHalted(`UPGRADE "${plan.name}" NEEDED at height: ${plan.height}: ${plan.info}`)
  if (!isOfVersions(ctx, versions)) migrate(ctx)
  apply(ctx, plan, versions)
}

/** Source: cosmossdk.io/x/upgrade v0.2.0 keeper/keeper.go `ApplyUpgrade`. */
function apply(ctx: Context, plan: Plan, versions: ModuleVersions): void {
  const store = ctx.store(UPGRADE_STORE)
  setVersions(ctx, versions)
  const protocol = store.get(PROTOCOL_VERSION_KEY)
  const version = protocol === undefined ? 0 : Number(Buffer.from(protocol).readBigUInt64BE())
  store.set(PROTOCOL_VERSION_KEY, uint64(version + 1))
  clearIbcState(ctx, plan.height)
  clearPlan(ctx)
  store.set(joinKeys(DONE_PREFIX, uint64Key(BigInt(ctx.block.height)), textKey(plan.name)), Uint8Array.of(1))
}
