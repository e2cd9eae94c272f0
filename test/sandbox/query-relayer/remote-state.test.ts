import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys'
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import {
  QueryBalanceRequest,
  QueryBalanceResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import {
  QueryDelegationRequest,
  QueryDelegationResponse,
  QueryUnbondingDelegationRequest,
  QueryUnbondingDelegationResponse,
  QueryValidatorRequest,
  QueryValidatorResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { describe } from 'vitest'
import { operatorText } from '../../../src/chain/address.js'
import type { Json } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'
import { any, Asking } from './asking.js'

const UNIT = 10n ** 18n

describe('what the published library reads of a chain, as the chain stores it', () => {
  test('balances and supplies: of transactions, and put there', async () => {
    const asking = await Asking.start()
    const { hub } = asking
    const bob = hub.account('bob', '500uatom')
    const carol = hub.account('carol', '1uatom')
    await bob.transfer(carol, '120uatom')
    hub.state.setBalance(bob, '77000000000000000000000stake,0uosmo')
    const { balances } = await asking.read<{ balances: { coins: { denom: string; amount: string }[] } }>({
      balances: { addr: bob.address, denoms: ['uatom', 'stake', 'unone'] },
    })
    expect(balances.coins).toEqual([
      { denom: 'uatom', amount: '380' },
      { denom: 'stake', amount: '77000000000000000000000' },
      { denom: 'unone', amount: '0' },
    ])
    for (const { denom, amount } of balances.coins)
      expect(
        asking.ask(
          '/cosmos.bank.v1beta1.Query/Balance',
          QueryBalanceRequest,
          { address: bob.address, denom },
          QueryBalanceResponse,
        ).balance,
      ).toEqual({ denom, amount })

    hub.state.setSupply('123uosmo')
    const { supply } = await asking.read<{ supply: { coins: { denom: string; amount: string }[] } }>({
      total_supply: { denoms: ['uatom', 'stake', 'uosmo'] },
    })
    expect(supply.coins.slice(1)).toEqual([
      { denom: 'stake', amount: '77000000000000000000000' },
      { denom: 'uosmo', amount: '123' },
    ])
    for (const { denom, amount } of supply.coins)
      expect(
        asking.ask('/cosmos.bank.v1beta1.Query/SupplyOf', QuerySupplyOfRequest, { denom }, QuerySupplyOfResponse)
          .amount,
      ).toEqual({ denom, amount })
    // Taken away again, as bank does it: no entry is left, and the supply has gone with it.
    hub.state.setBalance(bob, '0stake')
    expect(hub.balances(bob)).toEqual([{ denom: 'uatom', amount: 380n }])
    expect(
      asking.ask('/cosmos.bank.v1beta1.Query/SupplyOf', QuerySupplyOfRequest, { denom: 'stake' }, QuerySupplyOfResponse)
        .amount?.amount,
    ).toBe('0')
  })

  test('what is said of a denomination, by its key', async () => {
    const asking = await Asking.start()
    asking.hub.state.setDenomMetadata({
      base: 'uatom',
      display: 'atom',
      name: 'Atom',
      symbol: 'ATOM',
      description: 'staking',
      denom_units: [
        { denom: 'uatom', aliases: ['microatom'] },
        { denom: 'atom', exponent: 6 },
      ],
    })
    const key = Buffer.from([1, ...Buffer.from('uatom')]).toString('base64')
    const [stored] = await asking.read<{ value: string }[]>({ keys: { keys: [{ path: 'bank', key }] } }, 'values')
    expect(Metadata.decode(Buffer.from(stored!.value, 'base64'))).toMatchObject({
      base: 'uatom',
      display: 'atom',
      symbol: 'ATOM',
      denomUnits: [
        { denom: 'uatom', exponent: 0, aliases: ['microatom'] },
        { denom: 'atom', exponent: 6, aliases: [] },
      ],
    })
  })

  test('validators, delegations and undelegations: of transactions', async () => {
    const asking = await Asking.start()
    const { hub } = asking
    const { operator } = asking.validator
    const bob = hub.account('bob', '9000000uatom')
    const stake = { delegatorAddress: bob.address, validatorAddress: operator }
    await bob.send([
      any(MsgDelegate, { ...stake, amount: { denom: 'uatom', amount: '5000000' } }),
      any(MsgUndelegate, { ...stake, amount: { denom: 'uatom', amount: '1200000' } }),
    ])
    const { delegations } = await asking.read<{ delegations: object[] }>({
      delegations: { delegator: bob.address, validators: [operator] },
    })
    expect(delegations).toEqual([
      { delegator: bob.address, validator: operator, amount: { denom: 'uatom', amount: '3800000' } },
    ])
    expect(ownDelegation(asking, bob.address, operator)).toEqual({ denom: 'uatom', amount: '3800000' })
    await sameUnbonding(asking, bob.address, operator, ['1200000'])
    await sameValidator(asking, operator)
  })

  test('validators, delegations and undelegations: put there', async () => {
    const asking = await Asking.start()
    const { hub } = asking
    const bob = hub.account('bob')
    const operator = operatorText('cosmos', new Uint8Array(20).fill(7))
    const put = (tokens: bigint, shares: string, more: Record<string, Json> = {}) =>
      hub.state.setValidator({
        operator_address: operator,
        consensus_pubkey: { '@type': PubKey.typeUrl, key: Buffer.alloc(32, 9).toString('base64') },
        status: 'BOND_STATUS_UNBONDED',
        tokens,
        delegator_shares: shares,
        description: {
          moniker: 'seven',
          website: 'https://example.org',
          security_contact: 'a@b',
          details: 'd',
          identity: 'i',
        },
        commission: {
          commission_rates: { rate: '0.05', max_rate: '0.2', max_change_rate: '0.01' },
          update_time: '2026-01-01T00:00:00Z',
        },
        min_self_delegation: '1',
        ...more,
      })
    put(900_000n, '1000000.0')
    hub.state.setDelegation(bob, operator, '500000.5')
    hub.state.setUnbondingDelegation(bob, operator, [
      {
        creation_height: '3',
        completion_time: '2030-01-01T00:00:00.5Z',
        initial_balance: '44',
        balance: '40',
        unbonding_id: '1',
      },
      {
        creation_height: '4',
        completion_time: '2030-01-02T00:00:00Z',
        initial_balance: '5',
        balance: '5',
        unbonding_id: '2',
      },
    ])
    // A share is worth nine tenths, after a slash.
    const { delegations } = await asking.read<{ delegations: object[] }>({
      delegations: { delegator: bob.address, validators: [operator, asking.validator.operator] },
    })
    expect(delegations).toEqual([
      { delegator: bob.address, validator: operator, amount: { denom: 'uatom', amount: '450000' } },
    ])
    expect(ownDelegation(asking, bob.address, operator)).toEqual({ denom: 'uatom', amount: '450000' })
    await sameUnbonding(asking, bob.address, operator, ['40', '5'])
    await sameValidator(asking, operator)
    // Written over: shares, tokens, and the pool with them; the chain goes on, and bob can still undelegate.
    put(1_800_000n, '1000000.0', { jailed: false })
    hub.state.setDelegation(bob, operator, '250000')
    expect(ownDelegation(asking, bob.address, operator)).toEqual({ denom: 'uatom', amount: '450000' })
    hub.nextBlock(3)
    await bob.send([
      any(MsgUndelegate, {
        delegatorAddress: bob.address,
        validatorAddress: operator,
        amount: { denom: 'uatom', amount: '90000' },
      }),
    ])
    expect(ownDelegation(asking, bob.address, operator)).toEqual({ denom: 'uatom', amount: '360000' })
    await sameValidator(asking, operator)
  })
})

function ownDelegation(asking: Asking, delegatorAddr: string, validatorAddr: string) {
  const { delegationResponse } = asking.ask(
    '/cosmos.staking.v1beta1.Query/Delegation',
    QueryDelegationRequest,
    { delegatorAddr, validatorAddr },
    QueryDelegationResponse,
  )
  return delegationResponse!.balance
}

async function sameUnbonding(asking: Asking, delegatorAddr: string, validatorAddr: string, balances: string[]) {
  const { unbonding_delegations } = await asking.read<{
    unbonding_delegations: { unbonding_responses: { entries: Record<string, Json>[] }[] }
  }>({ unbonding_delegations: { delegator: delegatorAddr, validators: [validatorAddr] } })
  const { unbond } = asking.ask(
    '/cosmos.staking.v1beta1.Query/UnbondingDelegation',
    QueryUnbondingDelegationRequest,
    { delegatorAddr, validatorAddr },
    QueryUnbondingDelegationResponse,
  )
  expect(unbonding_delegations.unbonding_responses).toEqual([
    {
      delegator_address: delegatorAddr,
      validator_address: validatorAddr,
      entries: unbond.entries.map(({ balance, initialBalance, creationHeight, completionTime }) => ({
        balance,
        initial_balance: initialBalance,
        creation_height: Number(creationHeight),
        completion_time: String(completionTime.seconds * 1_000_000_000n + BigInt(completionTime.nanos)),
      })),
    },
  ])
  expect(unbond.entries.map(({ balance }) => balance)).toEqual(balances)
}

async function sameValidator(asking: Asking, validatorAddr: string) {
  const { validator: read } = await asking.read<{ validator: { validators: Record<string, Json>[] } }>({
    validators: { validators: [validatorAddr] },
  })
  const { validator: own } = asking.ask(
    '/cosmos.staking.v1beta1.Query/Validator',
    QueryValidatorRequest,
    { validatorAddr },
    QueryValidatorResponse,
  )
  const rates = own.commission.commissionRates
  const fraction = (atomics: string) => String(Number(atomics) / Number(UNIT))
  expect(read.validators).toEqual([
    {
      operator_address: own.operatorAddress,
      jailed: own.jailed,
      status: own.status,
      tokens: own.tokens,
      delegator_shares: own.delegatorShares,
      consensus_pubkey: [...own.consensusPubkey!.value],
      moniker: own.description.moniker,
      identity: own.description.identity,
      website: own.description.website,
      security_contact: own.description.securityContact,
      details: own.description.details,
      unbonding_height: Number(own.unbondingHeight),
      unbonding_time: Number(own.unbondingTime.seconds),
      rate: fraction(rates.rate),
      max_rate: fraction(rates.maxRate),
      max_change_rate: fraction(rates.maxChangeRate),
      update_time: Number(own.commission.updateTime.seconds),
      min_self_delegation: own.minSelfDelegation,
    },
  ])
}
