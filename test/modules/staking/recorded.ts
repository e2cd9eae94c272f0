import { readFileSync } from 'node:fs'
import type { Json } from '../../../src/base/json-value.js'
import { stakingParts } from '../../../src/app/staking.js'
import { addressText } from '../../../src/chain/address.js'
import { App } from '../../../src/chain/app.js'
import type { BlockInfo, Context } from '../../../src/chain/context.js'
import { InfiniteGasMeter } from '../../../src/chain/gas.js'
import type { Module } from '../../../src/chain/module.js'
import { AccountKeeper, authModule, moduleAddress, type Permission } from '../../../src/modules/auth/index.js'
import { BankKeeper, bankModule } from '../../../src/modules/bank/index.js'
import { bondedByPower, consensusAddress } from '../../../src/modules/staking/index.js'
import { RecordedSteps, type Acted, type RecordedStep } from '../../recorded-steps.js'

export type { RecordedStep }

/** What the Go modules answered; made by reference/staking. */
export interface Recording {
  readonly genesis: Readonly<Record<string, Json>>
  readonly export: Readonly<Record<string, Json>>
  readonly module_accounts: Readonly<Record<string, readonly Permission[] | null>>
  readonly steps: readonly RecordedStep[]
}

export const recording = JSON.parse(
  readFileSync(new URL('../../../fixtures/staking/reference.json', import.meta.url), 'utf8'),
) as Recording

/** A chain of the modules that were recorded, which goes through the same steps. */
export class RecordedChain extends RecordedSteps<RecordedStep> {
  readonly app: App
  readonly modules: readonly Module[]

  constructor({ genesis, module_accounts: accountsOf }: Recording) {
    const block = { chainId: 'testchain2-1', height: 0, time: 1_600_000_000_000_000_000n }
    super(block, { passing: ['query'], unmetered: ['begin_block', 'end_block'] })
    const permissions = Object.entries(accountsOf).map(([name, list]) => [name, list ?? []] as const)
    const accounts = new AccountKeeper({ prefix: 'neutron', modules: Object.fromEntries(permissions) })
    const bank = new BankKeeper({ accounts, blocked: permissions.map(([name]) => moduleAddress(name)) })
    const authority = addressText('neutron', moduleAddress('gov'))
    const parts = stakingParts({
      accounts,
      bank,
      authority,
      denom: 'untrn',
      router: () => this.app.router,
      evidenceParams: () => this.app.seals.consensus.evidence,
      // The recorded program has no modules of slashing and evidence.
      hooks: (distribution) => ({ ...distribution.hooks, afterValidatorBonded: () => {} }),
    })
    const modules = parts.modules.filter(({ name }) => name !== 'slashing' && name !== 'evidence')
    this.modules = [authModule(accounts), bankModule(bank, moduleAddress('gov')), ...modules]
    this.app = new App({ chainId: 'testchain2-1', prefix: 'neutron', modules: this.modules, ante: [] })
    const known = new Set(this.modules.map(({ name }) => name))
    this.app.initChain(Object.fromEntries(Object.entries(genesis).filter(([name]) => known.has(name))), {
      time: block.time,
    })
  }

  protected override act(ctx: Context, step: RecordedStep): Acted {
    if (step.kind === 'begin_block') {
      const told = ctx.withBlock({ ...ctx.block, ...allSigned(ctx) })
      for (const module of this.modules) module.beginBlock?.(told)
    }
    if (step.kind === 'end_block')
      for (const name of ['gov', 'staking']) this.modules.find((module) => module.name === name)?.endBlock?.(ctx)
    if (step.kind === 'query') return this.query(ctx, step)
    return step.kind === 'message' ? this.message(ctx, step) : {}
  }
}

/** As the recorded program tells its modules: all bonded validators signed with their current power, and the first one proposes. */
function allSigned(ctx: Context): Pick<BlockInfo, 'proposer' | 'votes'> {
  const votes = bondedByPower(ctx.withGasMeter(new InfiniteGasMeter())).map((validator) => ({
    address: consensusAddress(validator),
    power: validator.tokens / ctx.release.tokensPerPower,
    signed: true,
  }))
  return { votes, ...(votes.length > 0 && { proposer: votes[0]!.address }) }
}
