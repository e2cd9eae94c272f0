import { MsgCreateValidator, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { fromBase64, fromUtf8, toBase64 } from '../../base/index.js'
import { addressText, namedValidator, operatorText } from '../../chain/index.js'
import type { RegisteredQuery } from '../../codec/neutron/interchainqueries.js'
import { readFilter } from '../../modules/interchainqueries/index.js'
import {
  Bonded,
  bondedByPower,
  findValidator,
  findDelegation,
  tokensOfSharesTruncated,
  Unbonded,
  validatorJson,
} from '../../modules/staking/index.js'
import type { Action, ActionInput, ChainHost, TxMessage } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { NEW_VALIDATOR, STRANGER } from '../setup.js'
import type { Choice, Scene } from './scene.js'

/**
 * Changes of what registered interchain queries read on the other chain: validators that are created, delegated to, slashed, jailed, emptied and
 * removed, balances that grow and become zero, and transactions that match a filter several times. Others than the contracts make them, by
 * messages and evidence that the chain accepts from anyone; the one record that is written is a validator that lost all its tokens. No change takes coins from the
 * contracts, since a loss that a contract has to bear is not its fault.
 */
export function stateChoices(scene: Scene): readonly Choice[] {
  const { start, queries, weights } = scene
  if (!start.config.remote.changes || queries.length === 0 || weights.queries === 0) return []
  const keys = keysRead(scene)
  return [
    ...(keys.some(({ path }) => path === 'staking') ? stakingChoices(scene, keys) : []),
    ...bankChoices(scene, keys),
    ...transactionChoices(scene),
  ]
}

type KVKey = RegisteredQuery['keys'][number]

/** The keys that registered queries read. */
const keysRead = ({ start: { sandbox, subjects }, queries }: Scene): readonly KVKey[] =>
  queries.some(({ type }) => type === 'kv')
    ? [...new Set(subjects.map(({ config }) => config.chain))].flatMap((chain) => {
        const { app } = sandbox.chain(chain)!.host
        return app.interchainQueries?.all(app.context).flatMap((query) => query.keys) ?? []
      })
    : []

/** The operator address of the validator that campaigns create on a chain. */
export const newOperatorAddress = (host: ChainHost): string =>
  operatorText(host.app.prefix, host.app.address(addressOfActor(host, NEW_VALIDATOR)))

/** A validator has power from 1,000,000 on. One without is removed as soon as nobody delegates to it. */
const SELF = [500_000n, 1_000_000n, 20_000_000n] as const
const DELEGATED = [1n, 1000n, 999_999n, 30_000_000n] as const
const DECIMALS = 10n ** 18n

/** What can be done to the new validator in this state; undefined for what cannot. */
interface Stake {
  readonly create: (() => ActionInput) | undefined
  readonly delegate: (() => ActionInput) | undefined
  readonly undelegate: ((all: boolean) => ActionInput) | undefined
  readonly start: (() => ActionInput) | undefined
  readonly doubleSign: (() => ActionInput) | undefined
  readonly slash: (() => ActionInput) | undefined
}
const NO_STAKE: Stake = {
  create: undefined,
  delegate: undefined,
  undelegate: undefined,
  start: undefined,
  doubleSign: undefined,
  slash: undefined,
}

function stakeOf({ start, sandbox, random }: Scene): Stake {
  const { chain } = start.config.remote
  const { host } = sandbox.chain(chain)!
  const { app } = host
  const bonded = bondedByPower(app.context)
  if (bonded.length === 0) return NO_STAKE
  const delegatorAddress = addressOfActor(host, NEW_VALIDATOR)
  const validatorAddress = newOperatorAddress(host)
  const operator = app.address(delegatorAddress)
  const sent = (typeUrl: string, value: Uint8Array): ActionInput => ({
    action: 'tx',
    chain,
    from: NEW_VALIDATOR,
    messages: [{ any: { typeUrl, value: toBase64(value) } }],
  })
  const coin = (amount: bigint) => ({ denom: app.denom, amount: String(amount) })
  const validator = findValidator(app.context, operator)
  if (validator === undefined)
    return { ...NO_STAKE, create: () => sent(MsgCreateValidator.typeUrl, creation(host, random.pick(SELF))) }
  const shares = findDelegation(app.context, operator, operator)?.shares ?? 0n
  const tokens = shares === 0n ? 0n : tokensOfSharesTruncated(validator, shares) / DECIMALS
  const node = app.baseApp.consensus.nodes.named(NEW_VALIDATOR)
  const isSigning = node?.isRunning === true && validator.status === Bonded && !validator.jailed
  // A contract that delegated would lose coins, which is not its fault.
  const isAlone = validator.delegatorShares === shares
  return {
    create: undefined,
    delegate: () => {
      const to = random.chance(0.7) ? validatorAddress : random.pick(bonded).operatorAddress
      const amount = coin(random.pick(DELEGATED))
      const message = MsgDelegate.fromPartial({ delegatorAddress, validatorAddress: to, amount })
      return sent(MsgDelegate.typeUrl, MsgDelegate.encode(message).finish())
    },
    undelegate:
      tokens === 0n
        ? undefined
        : (all) => {
            const amount = coin(all ? tokens : (tokens + 1n) / 2n)
            const message = MsgUndelegate.fromPartial({ delegatorAddress, validatorAddress, amount })
            return sent(MsgUndelegate.typeUrl, MsgUndelegate.encode(message).finish())
          },
    start: node === undefined ? () => ({ action: 'startValidator', chain, name: NEW_VALIDATOR }) : undefined,
    doubleSign: isSigning && isAlone ? () => ({ action: 'doubleSign', chain, name: NEW_VALIDATOR }) : undefined,
    slash: tokens === 0n || !isAlone ? undefined : () => slashedWhole(chain, validator),
  }
}

function stakingChoices(scene: Scene, keys: readonly KVKey[]): readonly Choice[] {
  const { random, weights } = scene
  const { create, delegate, undelegate, start, doubleSign, slash } = stakeOf(scene)
  // Changes of a validator that nobody reads show nothing.
  const w = weights.queries * (readsValidator(scene, keys) ? 2 : 0.2)
  const choice = (weight: number, make: (() => ActionInput) | undefined): readonly Choice[] =>
    make === undefined ? [] : [[weight * w, make]]
  return [
    ...choice(0.6, create),
    ...choice(0.2, delegate),
    ...choice(0.6, undelegate && (() => undelegate(random.chance(0.7)))),
    ...choice(0.15, start),
    ...choice(0.3, doubleSign),
    ...choice(0.2, slash),
  ]
}

/** Whether a key has the address of the new validator in it. */
function readsValidator({ start, sandbox }: Scene, keys: readonly KVKey[]): boolean {
  const { host } = sandbox.chain(start.config.remote.chain)!
  const operator = Buffer.from(host.app.address(addressOfActor(host, NEW_VALIDATOR)))
  return keys.some(({ path, key }) => path === 'staking' && Buffer.from(key).includes(operator))
}

/** The new validator is created, and loses all delegations, for scenarios; undefined if that is impossible or no query reads it. */
export const created = (scene: Scene): ActionInput | undefined =>
  isRead(scene) ? stakeOf(scene).create?.() : undefined
export const emptied = (scene: Scene): ActionInput | undefined =>
  isRead(scene) ? stakeOf(scene).undelegate?.(true) : undefined
export const isRead = (scene: Scene): boolean =>
  scene.start.config.remote.changes && readsValidator(scene, keysRead(scene))

/** The `MsgCreateValidator` of the new validator. Its node has the key that `startValidator` makes for the name. */
function creation(host: ChainHost, amount: bigint): Uint8Array {
  const { publicKey } = namedValidator(`${host.app.baseApp.config.chainId} ${NEW_VALIDATOR}`)
  return MsgCreateValidator.encode(
    MsgCreateValidator.fromPartial({
      description: { moniker: NEW_VALIDATOR },
      commission: { rate: '0', maxRate: '0', maxChangeRate: '0' },
      minSelfDelegation: '1',
      validatorAddress: newOperatorAddress(host),
      pubkey: { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: Uint8Array.of(0x0a, publicKey.length, ...publicKey) },
      value: { denom: host.app.denom, amount: String(amount) },
    }),
  ).finish()
}

/** All of a validator's tokens are slashed, and it is jailed: its delegators' shares are worth nothing. */
const slashedWhole = (chain: string, validator: Parameters<typeof validatorJson>[0]): ActionInput => ({
  action: 'putRecord',
  chain,
  module: 'staking',
  kind: 'validator',
  record: validatorJson({ ...validator, tokens: 0n, jailed: true, status: Unbonded }),
})

/** The store of balances, and the first byte of the key of one. */
const BALANCES = { path: 'bank', prefix: 2 } as const

/** The account and the denomination of the key of a balance. */
function balanceIn({ path, key }: KVKey): { readonly address: Uint8Array; readonly denom: string } | undefined {
  const length = key[1]
  if (path !== BALANCES.path || key[0] !== BALANCES.prefix || length === undefined || key.length <= length + 2)
    return undefined
  return { address: key.slice(2, 2 + length), denom: fromUtf8(key.slice(2 + length)) }
}

const GIFTS = [1n, 1000n, 1_000_000n] as const

/** Somebody sends coins to an account whose balance is read; an actor whose balance is read spends all of it. */
function bankChoices({ start, sandbox, weights, random }: Scene, keys: readonly KVKey[]): readonly Choice[] {
  const read = keys.flatMap((key) => balanceIn(key) ?? [])
  if (read.length === 0) return []
  const chain = sandbox.chain(start.config.remote.chain)!
  const { address, denom } = random.pick(read)
  const account = addressText(chain.host.app.prefix, address)
  const send = (from: string, to: string, most: bigint): ActionInput | undefined => {
    const has = chain.balances(from).find((coin) => coin.denom === denom)?.amount ?? 0n
    const amount = has < most ? has : most
    return amount === 0n
      ? undefined
      : { action: 'tx', chain: chain.key, from, messages: [{ send: { to, amount: `${amount}${denom}` } }] }
  }
  const owner = start.actors.find((name) => addressOfActor(chain.host, name) === account)
  const all = 2n ** 128n
  return [
    [0.2 * weights.queries, () => send(STRANGER, account, random.pick(GIFTS))],
    [owner === undefined || owner === STRANGER ? 0 : 0.2 * weights.queries, () => send(owner!, STRANGER, all)],
  ]
}

/** How many messages of a transaction match a filter. 700 transfers take about 100 kB. */
const MATCHES = [1, 1, 2, 3, 12, 700] as const

/** Transactions that the filter of a query matches: a transfer to its recipient once or many times, among others. */
function transactionChoices(scene: Scene): readonly Choice[] {
  const { start, sandbox, weights, random } = scene
  const recipients = scene.queries.flatMap(({ type }) => (type === 'tx' ? recipientsOf(scene) : []))
  if (recipients.length === 0) return []
  const chain = sandbox.chain(start.config.remote.chain)!
  return [
    [
      0.3 * weights.queries,
      (): ActionInput => {
        const { denom } = chain.host.app
        const matching = { send: { to: random.pick(recipients), amount: `${random.pick(GIFTS)}${denom}` } }
        const other = { send: { to: addressOfActor(chain.host, random.pick(start.actors)), amount: `5${denom}` } }
        const messages: TxMessage[] = Array.from({ length: random.pick(MATCHES) }, () => matching)
        const others = Array.from({ length: random.below(3) }, () => other)
        messages.splice(random.below(messages.length + 1), 0, ...others)
        return { action: 'tx', chain: chain.key, from: STRANGER, messages }
      },
    ],
  ]
}

/** The recipients of coins that the filters of transaction queries name. */
function recipientsOf({ start: { sandbox, subjects } }: Scene): readonly string[] {
  return [...new Set(subjects.map(({ config }) => config.chain))].flatMap((key) => {
    const { app } = sandbox.chain(key)!.host
    return (app.interchainQueries?.all(app.context) ?? [])
      .filter(({ queryType }) => queryType === 'tx')
      .flatMap(({ transactionsFilter }) => readFilter(transactionsFilter))
      .flatMap(({ field, op, value }) =>
        field === 'transfer.recipient' && op.toLowerCase() === 'eq' && typeof value === 'string' ? [value] : [],
      )
  })
}

/** A message about staking in words; undefined for any other. */
export function stakingText({
  typeUrl,
  value,
}: {
  readonly typeUrl: string
  readonly value: string | Uint8Array
}): string | undefined {
  const bytes = typeof value === 'string' ? fromBase64(value) : value
  switch (typeUrl) {
    case MsgCreateValidator.typeUrl:
      return 'becomes a validator'
    case MsgDelegate.typeUrl: {
      const { amount, validatorAddress } = MsgDelegate.decode(bytes)
      return `delegates ${amount.amount}${amount.denom} to ${validatorAddress}`
    }
    case MsgUndelegate.typeUrl: {
      const { amount, validatorAddress } = MsgUndelegate.decode(bytes)
      return `undelegates ${amount.amount}${amount.denom} from ${validatorAddress}`
    }
    default:
      return undefined
  }
}

const STAKING = '/cosmos.staking.'

/** Whether an action changes what the other chain's staking module holds. */
export const changesStaking = (action: Action | ActionInput): boolean =>
  action.action === 'doubleSign' ||
  (action.action === 'putRecord' && action.module === 'staking') ||
  (action.action === 'tx' && action.messages.some((one) => 'any' in one && one.any.typeUrl.startsWith(STAKING)))
