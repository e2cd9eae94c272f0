import { MsgCancelProposal, MsgDeposit, MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import type { Json } from '../../../src/base/json-value.js'
import { ChainError } from '../../../src/base/errors.js'
import { addressText, operatorText } from '../../../src/chain/address.js'
import type { Event } from '../../../src/chain/events.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { newHubApp } from '../../app/chains.js'

export const [YES, ABSTAIN, NO, VETO] = [1, 2, 3, 4] as const
export const DAY = 86_400_000_000_000n
export const DEPOSIT = 10_000_000n
export const PROPOSER = new Uint8Array(20).fill(1)
export const proposer = addressText('cosmos', PROPOSER)
export const other = addressText('cosmos', new Uint8Array(20).fill(2))
export const gov = addressText('cosmos', moduleAddress('gov'))

export const uatom = (amount: bigint | number) => [{ denom: 'uatom', amount: String(amount) }]

export interface Codec {
  readonly typeUrl: string
  fromPartial(message: object): unknown
  encode(message: never): { finish(): Uint8Array }
}
export const packed = (codec: Codec, message: object) => ({
  typeUrl: codec.typeUrl,
  value: codec.encode(codec.fromPartial(message) as never).finish(),
})

/** Codespace, code and log of the error with which a step ends. */
export function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    throw error
  }
  return 'nothing was refused'
}

/** A hub with validators of the given powers; the proposer and another have 100 million. */
export function hub(powers: readonly bigint[] = [100n], params: Readonly<Record<string, Json>> = {}) {
  const app = newHubApp({ validators: powers, params: { gov: params } })
  const left = [...app.baseApp.seals.validators]
  const validators = powers.map((power) => {
    const [{ address }] = left.splice(
      left.findIndex(({ votingPower }) => votingPower === power),
      1,
    ) as [(typeof left)[0]]
    return address
  })
  app.runInBlock((ctx) => {
    for (const to of [PROPOSER, new Uint8Array(20).fill(2)])
      app.mint(ctx, to, [{ denom: 'uatom', amount: 100_000_000n }])
  })
  const ran = (codec: Codec, message: object) => {
    const any = packed(codec, message)
    return app.runInBlock((ctx) => app.baseApp.router.handler(codec.typeUrl)!(ctx, any))
  }
  const run = (codec: Codec, message: object): readonly Event[] => ran(codec, message).events
  const voterOf = (by: number | 'proposer') => (by === 'proposer' ? proposer : addressText('cosmos', validators[by]!))
  return {
    app,
    run,
    ran,
    voterOf,
    submit: (more: object = {}) =>
      run(MsgSubmitProposal, {
        proposer,
        initialDeposit: uatom(DEPOSIT),
        title: 'a title',
        summary: 'a summary',
        metadata: 'about',
        ...more,
      }),
    deposit: (amount: bigint | number, depositor = proposer) =>
      run(MsgDeposit, { proposalId: 1n, depositor, amount: uatom(amount) }),
    vote: (by: number | 'proposer', option: number, more: object = {}) =>
      run(MsgVote, { proposalId: 1n, voter: voterOf(by), option, ...more }),
    delegate: (to: number, amount: string) =>
      run(MsgDelegate, {
        delegatorAddress: proposer,
        validatorAddress: operatorText('cosmos', validators[to]!),
        amount: { denom: 'uatom', amount },
      }),
    cancel: () => run(MsgCancelProposal, { proposalId: 1n, proposer }),
    balance: (of = PROPOSER) => app.keepers.bank.balance(app.context, of, 'uatom').amount,
  }
}

/** A hub with a proposal that may be voted on for two days. */
export function propose(powers: readonly bigint[], params: Readonly<Record<string, Json>> = {}, more: object = {}) {
  const chain = hub(powers, params)
  const { app } = chain
  chain.submit(more)
  const end = app.time + 2n * DAY
  /** How votes end in the next block, and how much of the deposit comes back. */
  const result = (at = end) => {
    const before = chain.balance()
    app.nextBlock(at)
    const events = app.baseApp.block(app.height)!.events.filter(({ type }) => type === 'active_proposal')
    const told = events.flatMap(({ attributes }) => attributes).find(([key]) => key === 'proposal_result')?.[1]
    return [told, chain.balance() - before]
  }
  return { ...chain, end, result }
}
