import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import * as queries from 'cosmjs-types/cosmos/circuit/v1/query'
import {
  MsgAuthorizeCircuitBreaker,
  MsgResetCircuitBreaker,
  MsgTripCircuitBreaker,
} from 'cosmjs-types/cosmos/circuit/v1/tx'
import { Permissions_Level as Level } from 'cosmjs-types/cosmos/circuit/v1/types'
import { describe, expect, test } from 'vitest'
import { createSandbox, TxError, type Json, type TxResult } from 'sudobox'

const MULTI_SEND = '/cosmos.bank.v1beta1.MsgMultiSend'
const SEND = '/cosmos.bank.v1beta1.MsgSend'
const LAB = new URL('../../../contracts/artifacts/callback_lab.wasm', import.meta.url).pathname

type Account = ReturnType<ReturnType<typeof createSandbox>['chains']['hub']['account']>

const wasmd = (app_state = {}) =>
  createSandbox({ chains: { wasmd: { kind: 'wasmd', genesis: { app_state } } } }).chains.wasmd

/** A chain on which alice may switch all messages, and bob that of sends to several. */
function network() {
  const permissions = (name: string, level: string, limit_type_urls: string[]) => ({
    address: wasmd().account(name).address,
    permissions: { level, limit_type_urls },
  })
  const account_permissions = [
    permissions('alice', 'LEVEL_SUPER_ADMIN', []),
    permissions('bob', 'LEVEL_SOME_MSGS', [MULTI_SEND]),
  ]
  const chain = wasmd({ circuit: { account_permissions, disabled_type_urls: [] } })
  const account = (name: string): Account => chain.account(name, '1000stake')
  return { chain, alice: account('alice'), bob: account('bob'), carol: account('carol') }
}

/** The result of a transaction, also of one that fails. */
async function ended(sending: Promise<TxResult>) {
  const { code, codespace, rawLog, events } = await sending.catch((error: unknown) => {
    if (error instanceof TxError) return error.result
    throw error
  })
  return { code: `${codespace}/${code}`, log: rawLog, events }
}

const send = (from: Account, typeUrl: string, value: Uint8Array) =>
  ended(from.send([{ any: { typeUrl, value: Buffer.from(value).toString('base64') } }]))
const trip = (from: Account, ...msgTypeUrls: string[]) =>
  send(
    from,
    '/cosmos.circuit.v1.MsgTripCircuitBreaker',
    MsgTripCircuitBreaker.encode({ authority: from.address, msgTypeUrls }).finish(),
  )
const reset = (from: Account, ...msgTypeUrls: string[]) =>
  send(
    from,
    '/cosmos.circuit.v1.MsgResetCircuitBreaker',
    MsgResetCircuitBreaker.encode({ authority: from.address, msgTypeUrls }).finish(),
  )
const authorize = (from: Account, to: Account, level: Level, ...limitTypeUrls: string[]) =>
  send(
    from,
    '/cosmos.circuit.v1.MsgAuthorizeCircuitBreaker',
    MsgAuthorizeCircuitBreaker.encode({
      granter: from.address,
      grantee: to.address,
      permissions: { level, limitTypeUrls },
    }).finish(),
  )
function multiSend(from: Account) {
  const coins = [{ denom: 'stake', amount: '1' }]
  const inputs = [{ address: from.address, coins }]
  return send(from, MULTI_SEND, MsgMultiSend.encode({ inputs, outputs: inputs }).finish())
}
const message = (text: string) => `failed to execute message; message index: 0: ${text}`
const OK = { code: '/0', log: '' }

describe('the circuit breaker', () => {
  test('disables a message before it runs, and enables it again', async () => {
    const { alice, bob, carol } = network()
    expect(await multiSend(carol)).toMatchObject(OK)
    const tripped = await trip(bob, MULTI_SEND)
    expect(tripped).toMatchObject(OK)
    expect(tripped.events).toContainEqual({
      type: 'trip_circuit_breaker',
      attributes: [
        ['authority', bob.address],
        ['msg_url', MULTI_SEND],
        ['msg_index', '0'],
      ],
    })
    expect(await multiSend(carol)).toMatchObject({ code: 'undefined/1', log: 'tx type not allowed' })
    expect(await trip(alice, MULTI_SEND)).toMatchObject({
      code: 'undefined/1',
      log: message(`message ${MULTI_SEND} is already disabled`),
    })
    expect(await reset(bob, MULTI_SEND)).toMatchObject(OK)
    expect(await multiSend(carol)).toMatchObject(OK)
    expect(await reset(bob, MULTI_SEND)).toMatchObject({ log: message(`message ${MULTI_SEND} is not disabled`) })
  })

  test('refuses a disabled message of a contract when it runs', async () => {
    const { chain, alice, carol } = network()
    const lab = await carol.deploy(LAB, {}, { label: 'lab' })
    const bank = { send: { to_address: carol.address, amount: [{ denom: 'stake', amount: '1' }] } }
    const act = () =>
      ended(carol.execute(lab, { act: { behaviour: { submessages: [{ msg: { bank } }] } } }, { funds: '1stake' }))
    expect(await act()).toMatchObject(OK)
    await trip(alice, SEND)
    expect(await act()).toMatchObject({
      code: 'undefined/1',
      log: message(`circuit breaker disables execution of this message: ${SEND}`),
    })
    expect(chain.balances(lab)).toEqual([])
  })

  test('is changed only by accounts with the permission, which only a super admin gives', async () => {
    const { alice, bob, carol } = network()
    const may = 'account does not have permission to trip circuit breaker'
    expect(await trip(carol, SEND)).toMatchObject({ code: 'sdk/4', log: message(`${may}: unauthorized`) })
    expect(await trip(bob, MULTI_SEND, SEND)).toMatchObject({
      code: 'sdk/4',
      log: message(`${may} for message ${SEND}: unauthorized`),
    })
    expect(await authorize(bob, carol, Level.LEVEL_ALL_MSGS)).toMatchObject({
      code: 'sdk/4',
      log: message('only super admins can authorize users: unauthorized'),
    })
    const given = await authorize(alice, carol, Level.LEVEL_SOME_MSGS, SEND)
    expect(given.events.find(({ type }) => type === 'authorize_circuit_breaker')?.attributes).toContainEqual([
      'permission',
      `level:LEVEL_SOME_MSGS limit_type_urls:"${SEND}" `,
    ])
    expect(await trip(carol, SEND)).toMatchObject(OK)
    expect(await trip(carol, MULTI_SEND)).toMatchObject({ code: 'sdk/4' })
  })

  test('answers queries, and its exported state starts an equal one', async () => {
    const { chain, alice, bob, carol } = network()
    await authorize(alice, carol, Level.LEVEL_NONE_UNSPECIFIED)
    await trip(alice, SEND)
    const ask = (app: typeof chain, method: string, request?: Uint8Array) =>
      app.host.app.baseApp.query(`/cosmos.circuit.v1.Query/${method}`, request)
    const accountOf = (address: string) =>
      ask(chain, 'Account', queries.QueryAccountRequest.encode({ address }).finish())
    expect(queries.AccountResponse.decode(accountOf(bob.address)).permission).toEqual({
      level: Level.LEVEL_SOME_MSGS,
      limitTypeUrls: [MULTI_SEND],
    })
    expect(() => accountOf(chain.account('nobody').address)).toThrow(
      /^collections: not found: key 'hexBytes:[0-9a-f]{40}'/,
    )
    const exported = chain.exportGenesis() as {
      readonly app_state: Readonly<Record<string, Readonly<Record<string, Json>>>>
    }
    const again = wasmd({ circuit: exported.app_state['circuit']! })
    for (const one of [chain, again]) {
      const { accounts } = queries.AccountsResponse.decode(ask(one, 'Accounts'))
      expect(accounts.map(({ address }) => address).toSorted()).toEqual(
        [alice, bob, carol].map(({ address }) => address).toSorted(),
      )
      expect(queries.DisabledListResponse.decode(ask(one, 'DisabledList')).disabledList).toEqual([SEND])
    }
  })
})
