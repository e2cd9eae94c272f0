import { describe, expect, test } from 'vitest'
import { defineCampaign } from '../../src/fuzz/config.js'
import { toJsonBinary, type ActionInput, type Double } from '../../src/sandbox/index.js'
import { judged, started } from './stories.js'
import { connect, packet } from './two-contracts.js'

// A contract with a channel of transfers that takes tokens (cw20) as cw20-ics20 does: any caller may be a token.

interface Received {
  readonly receive: { readonly sender: string; readonly amount: string; readonly msg: string }
}
interface Sent {
  readonly packet?: { readonly data: string }
  readonly original_packet?: { readonly data: string }
  readonly acknowledgement?: { readonly data: string }
}
interface Data {
  readonly denom: string
  readonly amount: string
  readonly sender: string
}

const jsonOf = (base64: string): unknown => JSON.parse(Buffer.from(base64, 'base64').toString())
const executing = (contract: string, msg: object) => ({
  messages: [{ wasm: { execute: { contract_addr: contract, msg: toJsonBinary(msg), funds: [] } } }],
})

/** @param refund the message for the token that gives a sender the amount back */
const bridge = (refund: (data: Data) => object): Double => ({
  execute: (_deps, env, { sender: token }, given) => {
    const { sender, amount, msg } = (given as Received).receive
    const receiver = jsonOf(msg)
    return { messages: [packet(env, { denom: `cw20:${token}`, amount, sender, receiver })] }
  },
  ibc_packet_ack: (_deps, _env, given) => {
    const { original_packet: sent, acknowledgement } = given as Sent
    if (!('error' in (jsonOf(acknowledgement!.data) as object))) return undefined
    const data = jsonOf(sent!.data) as Data
    return executing(data.denom.slice(5), refund(data))
  },
  ibc_packet_timeout: (_deps, _env, given) => {
    const data = jsonOf((given as Sent).packet!.data) as Data
    return executing(data.denom.slice(5), refund(data))
  },
})

const honest = bridge(({ sender, amount }) => ({ transfer: { recipient: sender, amount } }))
const burning = bridge(({ amount }) => ({ burn: { amount } }))

type At = (name: string) => string
type Tell = (at: At) => ActionInput

const tell =
  (contract: string, from: string, msg: (at: At) => object): Tell =>
  (at) => ({
    action: 'tx',
    from,
    messages: [{ execute: { contract, msg: msg(at) } }],
  })
const relay: Tell = () => ({ action: 'relay' })

const verdict = (invariant: string, here: Double, story: readonly Tell[]) =>
  started(
    defineCampaign({
      title: 'tokens',
      actors: ['alice', 'bob', 'stranger'].map((name) => ({ name, funds: '10000000untrn' })),
      setup: async (sandbox) => {
        await connect(sandbox, here, 'transfer')
        const alice = sandbox.chains.neutron.account('alice')
        const initial_balances = ['alice', 'bob'].map((name) => ({
          address: sandbox.chains.neutron.account(name).address,
          amount: '1000',
        }))
        await alice.deploy(
          'contracts/artifacts/cw20_base.wasm',
          { name: 'Token', symbol: 'TOK', decimals: 6, initial_balances, mint: { minter: alice.address } },
          { label: 'token' },
        )
      },
      contracts: [
        { label: 'here', schema: { contract_name: 'here', execute: {} } },
        { label: 'token', schema: { contract_name: 'token', execute: {} } },
      ],
    }),
    async (start) => {
      const at: At = (name) =>
        (name === 'bob on hub'
          ? start.sandbox.chains.hub.addressOf('bob')
          : start.sandbox.chains.neutron.addressOf(name))!
      return (
        await judged(
          start,
          invariant,
          story.map((one) => one(at)),
        )
      )?.verdict
    },
  )

const send = (amount = '7') =>
  tell('token', 'alice', (at) => ({ send: { contract: at('here'), amount, msg: toJsonBinary(at('bob on hub')) } }))

describe('tokens of cw20-base', () => {
  test.each(['I1', 'I3', 'I9'])(
    '%s: a bridge that keeps what it sends, and returns it, is honest',
    async (invariant) => {
      expect(await verdict(invariant, honest, [send(), relay, send(), relay])).toBeUndefined()
    },
  )
  test('I3: a refund that burns them is a loss', async () => {
    expect(await verdict('I3', burning, [send()])).toMatchObject({
      level: 'error',
      text: expect.stringMatching(/alice has 993 of neutron:cw20:\S+ in balance and claims instead of 1000/) as string,
    })
  })
  test('I3: the spender of an allowance may get the refund', async () => {
    const story = [
      tell('token', 'bob', (at) => ({ increase_allowance: { spender: at('alice'), amount: '5' } })),
      tell('token', 'alice', (at) => ({
        send_from: { owner: at('bob'), contract: at('here'), amount: '5', msg: toJsonBinary(at('bob on hub')) },
      })),
    ]
    expect(await verdict('I3', honest, story)).toBeUndefined()
  })
  test('I1: what a caller sends that is no token is worth nothing to anybody', async () => {
    const receive = tell('here', 'bob', (at) => ({
      receive: { sender: at('alice'), amount: '5', msg: toJsonBinary(at('bob on hub')) },
    }))
    expect(await verdict('I1', honest, [receive, relay])).toBeUndefined()
    expect(await verdict('I9', honest, [receive])).toBeUndefined()
  })
  test('I1: a bridge that burns the tokens behind vouchers', async () => {
    const story = [send(), relay, tell('token', 'alice', () => ({ burn: { amount: '1' } })), send('1')]
    expect(await verdict('I1', honest, story)).toBeUndefined()
    const giving: Double = {
      ...honest,
      ibc_packet_ack: (_deps, _env, given) => {
        const data = jsonOf((given as Sent).original_packet!.data) as Data
        return executing(data.denom.slice(5), { burn: { amount: data.amount } })
      },
    }
    expect(await verdict('I1', giving, [send(), relay])).toMatchObject({
      level: 'error',
      text: expect.stringMatching(/^the contracts have 7 of neutron:cw20:\S+ less than the vouchers/) as string,
    })
  })
  test('I9: an allowance that the owner gave to the stranger', async () => {
    const story = [
      tell('token', 'alice', (at) => ({ increase_allowance: { spender: at('stranger'), amount: '5' } })),
      tell('token', 'stranger', (at) => ({ transfer_from: { owner: at('alice'), recipient: at('bob'), amount: '5' } })),
    ]
    expect((await verdict('I9', honest, story))?.level).not.toBe('error')
  })
})
