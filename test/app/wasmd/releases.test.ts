import { createHash } from 'node:crypto'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgBeginRedelegate, MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import * as acks from 'cosmjs-types/ibc/core/channel/v2/query'
import { createSandbox, UsageError } from 'sudobox'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { toUtf8 } from '../../../src/base/index.js'
import { addressText, type Context } from '../../../src/chain/index.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { setRecord2 } from '../../../src/modules/ibc/v2/state.js'
import { TransferApplication2 } from '../../../src/modules/transfer/application2.js'
import { allValidators } from '../../../src/modules/staking/index.js'
import { prefixEnd } from '../../../src/store/key.js'
import { byteKey } from '../../../src/store/index.js'
import { newWasmdApp } from '../chains.js'

const RELEASES = ['0.61', '0.70'] as const
type Release = (typeof RELEASES)[number]
const BALANCES = { alice: '1000000000000stake' }

const start = (release: Release, validators = 1) =>
  createSandbox({ chains: { wasmd: { kind: 'wasmd', release, balances: BALANCES, validators } } }).chains.wasmd

const SOMEBODY = addressText('wasm', new Uint8Array(20).fill(7))

/** A message as accounts send it. */
const packed = <T>(codec: Encoder<T>, message: object) => {
  const value = Buffer.from(codec.encode(codec.fromPartial(message)).finish()).toString('base64')
  return { any: { typeUrl: codec.typeUrl, value } }
}

interface Encoder<T> {
  readonly typeUrl: string
  fromPartial(message: object): T
  encode(message: T): { finish(): Uint8Array }
}

describe('where the releases of wasmd differ', () => {
  test('an unknown one is refused, and so is one of another kind', () => {
    const chains = (options: object) => () => createSandbox({ chains: { wasmd: options } } as never)
    expect(chains({ kind: 'wasmd', release: '0.55' })).toThrow(UsageError)
    expect(chains({ kind: 'hub', release: '0.70' })).toThrow(UsageError)
    expect(
      createSandbox({ chains: { wasmd: { kind: 'wasmd' } } }).chains.wasmd.host.app.options.release,
    ).toBeUndefined()
  })

  test('the circuit breaker and its store are gone, and the versions of modules are its own', () => {
    const [old, current] = RELEASES.map((release) => newWasmdApp({ release }).baseApp)
    expect(old!.router.has('/cosmos.circuit.v1.MsgTripCircuitBreaker')).toBe(true)
    expect(current!.router.has('/cosmos.circuit.v1.MsgTripCircuitBreaker')).toBe(false)
    expect(old!.stores.names.filter((name) => !current!.stores.names.includes(name))).toEqual(['circuit'])
    expect(current!.stores.names.filter((name) => !old!.stores.names.includes(name))).toEqual([])
    const versions = Buffer.from(current!.query('/cosmos.upgrade.v1beta1.Query/ModuleVersions')).toString('latin1')
    expect(versions).not.toContain('circuit')
    expect(versions).not.toContain('epochs')
  })

  test('accounts are counted, or have numbers from their place in the chain', () => {
    const numbers = RELEASES.map((release) => {
      const { baseApp, keepers } = newWasmdApp({ release })
      const address = new Uint8Array(20).fill(9)
      const { hash } = baseApp.stores.latest!.commitment
      baseApp.runInBlock((ctx) => keepers.accounts.open(ctx, address))
      const place = (height: number, tx: bigint) => {
        const bytes = Buffer.alloc(16 + hash.length + address.length)
        bytes.writeBigInt64BE(BigInt(height), 0)
        bytes.set(hash, 8)
        bytes.writeBigInt64BE(tx, 8 + hash.length)
        bytes.set(address, 16 + hash.length)
        return createHash('sha256').update(bytes).digest().readBigUInt64BE(0) | (1n << 63n)
      }
      const { accountNumber } = keepers.accounts.get(baseApp.queryContext(), address)!
      return { accountNumber, derived: place(baseApp.last.height, -1n) }
    })
    expect(numbers[0]!.accountNumber).toBeLessThan(100n)
    expect(numbers[1]!.accountNumber).toBe(numbers[1]!.derived)
  })

  test('an account with a derived number signs', async () => {
    const chain = start('0.70')
    const [alice, bob] = [chain.account('alice'), chain.account('bob')]
    const pay = (from: string, to: string, amount: string) =>
      packed(MsgSend, { fromAddress: from, toAddress: to, amount: [{ denom: 'stake', amount }] })
    await alice.send([pay(alice.address, bob.address, '1000000')])
    const { code } = await bob.send([pay(bob.address, alice.address, '1')])
    expect(code).toBe(0)
    const { app } = chain.host
    expect(app.account(app.address(bob.address))!.accountNumber).toBeGreaterThanOrEqual(1n << 63n)
  })

  test('an allowance that expires is queued with another value', async () => {
    const values = await Promise.all(
      RELEASES.map(async (release) => {
        const chain = start(release)
        const alice = chain.account('alice')
        const allowance = {
          typeUrl: BasicAllowance.typeUrl,
          value: BasicAllowance.encode({ spendLimit: [], expiration: { seconds: 4_000_000_000n, nanos: 0 } }).finish(),
        }
        await alice.send([packed(MsgGrantAllowance, { granter: alice.address, grantee: SOMEBODY, allowance })])
        const rows = chain.host.app.context.rawStore('feegrant').iterator(byteKey(1), prefixEnd(byteKey(1)))
        return [...rows.value]
      }),
    )
    expect(values).toEqual([[], [1]])
  })

  test('a redelegation names its delegator', async () => {
    const names = await Promise.all(
      RELEASES.map(async (release) => {
        const chain = start(release, 2)
        const alice = chain.account('alice')
        const [from, to] = allValidators(chain.host.app.context).map(({ operatorAddress }) => operatorAddress)
        const amount = { denom: 'stake', amount: '1000000' }
        const delegatorAddress = alice.address
        await alice.send([packed(MsgDelegate, { delegatorAddress, validatorAddress: from, amount })])
        const { events } = await alice.send([
          packed(MsgBeginRedelegate, {
            delegatorAddress,
            validatorSrcAddress: from,
            validatorDstAddress: to,
            amount,
          }),
        ])
        const { attributes } = events.find(({ type }) => type === 'redelegate')!
        return attributes.map(([key]) => key).filter((key) => key !== 'msg_index')
      }),
    )
    const [source, ...rest] = ['source_validator', 'destination_validator', 'amount', 'completion_time']
    expect(names[0]).toEqual([source, ...rest])
    expect(names[1]).toEqual([source, rest[0], 'delegator', ...rest.slice(1)])
  })

  test('minting ends at the highest supply', () => {
    const supplyWith = (limit: bigint, release: Release = '0.70') => {
      const params = release === '0.70' ? { mint: { max_supply: String(limit) } } : {}
      const chain = createSandbox({ chains: { wasmd: { kind: 'wasmd', release, balances: BALANCES, params } } })
      const { app } = chain.chains.wasmd.host
      const supply = () => app.keepers.bank.supply(app.context, 'stake').amount
      const first = supply()
      for (let i = 0; i < 3; i++) app.nextBlock()
      return { first, last: supply() }
    }
    const { first, last } = supplyWith(0n)
    expect(last).toBeGreaterThan(first)
    expect(supplyWith(0n, '0.61')).toEqual({ first, last })
    expect(supplyWith(first + 7n)).toEqual({ first, last: first + 7n })
    const none = supplyWith(1n)
    expect(none.last).toBe(none.first)
  })
})

describe.each([
  ['0.61', true],
  ['0.70', false],
] as const)('transfers and packets between clients of release %s', (release, isOld) => {
  const app = newWasmdApp({ release })
  const inBlock = (work: (ctx: Context) => unknown): unknown => {
    try {
      return app.baseApp.runInBlock(work)
    } catch (error) {
      return error instanceof ChainError ? error.log : String(error)
    }
  }
  const place = { portId: 'transfer', channelId: 'channel-0' }
  const blocked = addressText('wasm', moduleAddress('mint'))

  test('an error names a blocked account as it is, or as it was given', () => {
    const data = {
      denom: { base: 'uone', trace: [] },
      amount: '1',
      sender: 'x',
      receiver: blocked.toUpperCase(),
      memo: '',
    }
    const refusal = inBlock((ctx) => app.ibc.transfer.receive(ctx, data, place, place))
    expect(refusal).toBe(`${isOld ? blocked : blocked.toUpperCase()} is not allowed to receive funds: unauthorized`)
  })

  test('an acknowledgement in another JSON form is read, or refused', () => {
    const value = toUtf8(JSON.stringify({ denom: 'uone', amount: '1', sender: SOMEBODY, receiver: 'x', memo: '' }))
    const payload = {
      sourcePort: 'transfer',
      destinationPort: 'transfer',
      version: 'ics20-1',
      encoding: 'application/json',
      value,
    }
    const clients = { sourceClient: 'a-0', destinationClient: 'b-0', sequence: 1n }
    const transfers = new TransferApplication2(app.ibc.transfer)
    const answer = (text: string) => inBlock((ctx) => transfers.onAcknowledge(ctx, clients, toUtf8(text), payload))
    expect(answer('{"result":"AQ=="}')).toBeUndefined()
    if (isOld) expect(answer('{ "result":"AQ=="}')).toBeUndefined()
    else
      expect(answer('{ "result":"AQ=="}')).toMatch(/^acknowledgement did not marshal to expected bytes: 7B22\w+ ≠ 7B20/)
  })

  test('a sequence with a slash in its bytes is answered', () => {
    inBlock((ctx) => setRecord2(ctx, 'acks', 'client-0', 0x2f00n, new Uint8Array(32).fill(1)))
    const request = acks.QueryPacketAcknowledgementsRequest.encode(
      acks.QueryPacketAcknowledgementsRequest.fromPartial({ clientId: 'client-0' }),
    ).finish()
    const ask = () => app.baseApp.query('/ibc.core.channel.v2.Query/PacketAcknowledgements', request)
    if (isOld) expect(ask).toThrow('index out of range')
    else
      expect(
        acks.QueryPacketAcknowledgementsResponse.decode(ask()).acknowledgements.map(({ sequence }) => sequence),
      ).toEqual([0x2f00n])
  })
})
