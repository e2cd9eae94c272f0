// One story, told by three kinds of client: it has to come out the same, to the gas and to the event.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { attributeValues, createSandbox, TxError, type Account, type SandboxChain, type TxResult } from 'sudobox'
import { afterEach, beforeEach, expect, test } from 'sudobox/vitest'
import { CallbackLabClient } from './CallbackLab.client'
import type { Behaviour } from './CallbackLab.types'
import { Cw20BaseClient } from './Cw20Base.client'

const FEE = { amount: [{ denom: 'untrn', amount: '1000' }], gas: '1000000' }
const STORE_FEE = { ...FEE, gas: '8000000' }
const MEMO = 'the same in every tongue'
const wasm = (name: string) => new Uint8Array(readFileSync(`contracts/artifacts/${name}.wasm`))

/** What a client sees of a transaction. */
interface Seen {
  readonly height: number
  readonly hash: string
  readonly code: number
  readonly log: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  readonly events: TxResult['events']
}

/** What the story asks of one account's client; each call is one transaction. Messages have their members in the generated order. */
interface Teller {
  store(name: string): Promise<Seen>
  instantiate(codeId: number, msg: object, label: string): Promise<Seen>
  transfer(token: string, message: { amount: string; recipient: string }): Promise<Seen>
  increaseAllowance(token: string, message: { amount: string; spender: string }): Promise<Seen>
  transferFrom(token: string, message: { amount: string; owner: string; recipient: string }): Promise<Seen>
  act(lab: string, message: { behaviour: Behaviour }, untrn: string): Promise<Seen>
}

/** By the sandbox's own API. */
function sandboxTeller(account: Account): Teller {
  const options = { fee: '1000untrn', gasLimit: BigInt(FEE.gas), memo: MEMO }
  const seen = (result: TxResult): Seen => ({ ...result, height: Number(result.height), log: result.rawLog })
  const execute = (contract: string, msg: object, funds?: string) =>
    account
      .execute(contract, msg, { ...options, ...(funds !== undefined && { funds }) })
      .then(seen, (error: unknown) => {
        if (error instanceof TxError) return seen(error.result)
        throw error
      })
  return {
    // cosmjs sends code compressed.
    store: async (name) =>
      seen(
        await account.send([{ store: { wasm: { base64: gzipSync(wasm(name)).toString('base64') } } }], {
          ...options,
          gasLimit: BigInt(STORE_FEE.gas),
        }),
      ),
    instantiate: async (codeId, msg, label) =>
      seen(
        await account.send([{ instantiate: { codeId: String(codeId), label, msgText: JSON.stringify(msg) } }], options),
      ),
    transfer: (token, message) => execute(token, { transfer: message }),
    increaseAllowance: (token, message) => execute(token, { increase_allowance: message }),
    transferFrom: (token, message) => execute(token, { transfer_from: message }),
    act: (lab, message, untrn) => execute(lab, { act: message }, `${untrn}untrn`),
  }
}

/** Looks at the transaction afterwards, whether it succeeded or not. */
async function lookUp(
  client: SigningCosmWasmClient,
  sent: Promise<{ readonly transactionHash: string }>,
): Promise<Seen> {
  const hash = await sent.then(
    ({ transactionHash }) => transactionHash,
    (error: Error) => /tx ([0-9A-F]{64}) at height/.exec(error.message)?.[1] ?? Promise.reject(error),
  )
  const tx = await client.getTx(hash)
  if (!tx) throw new Error(`there is no transaction ${hash}`)
  const events = tx.events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(({ key, value }) => [key, value] as const),
  }))
  return { ...tx, log: tx.rawLog, events }
}

/** By cosmjs. */
function cosmjsTeller(client: SigningCosmWasmClient, sender: string): Teller {
  const execute = (contract: string, msg: object, funds?: string) =>
    lookUp(
      client,
      client.execute(sender, contract, msg, FEE, MEMO, funds === undefined ? [] : [{ denom: 'untrn', amount: funds }]),
    )
  return {
    store: (name) => lookUp(client, client.upload(sender, wasm(name), STORE_FEE, MEMO)),
    instantiate: (codeId, msg, label) =>
      lookUp(client, client.instantiate(sender, codeId, msg, label, FEE, { memo: MEMO })),
    transfer: (token, message) => execute(token, { transfer: message }),
    increaseAllowance: (token, message) => execute(token, { increase_allowance: message }),
    transferFrom: (token, message) => execute(token, { transfer_from: message }),
    act: (lab, message, untrn) => execute(lab, { act: message }, untrn),
  }
}

/** By generated clients; they do not store or instantiate. */
async function generatedTeller(chain: SandboxChain, account: Account): Promise<Teller> {
  const client = await chain.client(account)
  const token = (address: string) => new Cw20BaseClient(client, account.address, address)
  return {
    ...cosmjsTeller(client, account.address),
    transfer: (address, message) => lookUp(client, token(address).transfer(message, FEE, MEMO)),
    increaseAllowance: (address, message) => lookUp(client, token(address).increaseAllowance(message, FEE, MEMO)),
    transferFrom: (address, message) => lookUp(client, token(address).transferFrom(message, FEE, MEMO)),
    act: (address, message, untrn) =>
      lookUp(
        client,
        new CallbackLabClient(client, account.address, address).act(message, FEE, MEMO, [
          { denom: 'untrn', amount: untrn },
        ]),
      ),
  }
}

const PEOPLE = { alice: '100000untrn', bob: '50000untrn' }
type Tellers = Readonly<Record<keyof typeof PEOPLE, Teller>>

/** A token with an allowance, what one may not, a contract that sends messages and hears of them, and one that never ends. */
async function story({ alice, bob }: Tellers, addresses: Readonly<Record<keyof typeof PEOPLE, string>>) {
  const seen: Seen[] = []
  const step = async (told: Promise<Seen>): Promise<Seen> => {
    seen.push(await told)
    return seen.at(-1)!
  }
  const instantiated = async (name: string, msg: object) => {
    const [codeId] = attributeValues(await step(alice.store(name)), 'store_code', 'code_id')
    return attributeValues(
      await step(alice.instantiate(Number(codeId), msg, name)),
      'instantiate',
      '_contract_address',
    )[0]
  }
  const token = await instantiated('cw20_base', {
    name: 'Token',
    symbol: 'TOK',
    decimals: 6,
    initial_balances: [{ address: addresses.alice, amount: '1000' }],
  })
  const lab = await instantiated('callback_lab', { on_reply: { spend_gas: '1000' } })

  await step(alice.transfer(token, { amount: '100', recipient: lab }))
  await step(alice.increaseAllowance(token, { amount: '50', spender: addresses.bob }))
  await step(bob.transferFrom(token, { amount: '30', owner: addresses.alice, recipient: addresses.bob }))
  await step(bob.transferFrom(token, { amount: '30', owner: addresses.alice, recipient: addresses.bob }))

  const pay = (amount: string) => ({
    wasm: {
      execute: {
        contract_addr: token,
        msg: btoa(JSON.stringify({ transfer: { amount, recipient: addresses.bob } })),
        funds: [],
      },
    },
  })
  const tip = { bank: { send: { to_address: addresses.bob, amount: [{ denom: 'untrn', amount: '5' }] } } }
  await step(
    bob.act(
      lab,
      {
        behaviour: {
          submessages: [
            { msg: pay('60'), reply_on: 'always', id: 1, payload: btoa('paid') },
            { msg: pay('60'), reply_on: 'error', id: 2 },
            { msg: tip, reply_on: 'success', id: 3 },
          ],
        },
      },
      '20',
    ),
  )
  await step(alice.act(lab, { behaviour: 'loop' }, '1'))
  return { seen, token, lab }
}

const sandbox = createSandbox()
const { neutron } = sandbox.chains
let accounts: Record<keyof typeof PEOPLE, Account>
let start: number

beforeEach(async () => {
  accounts = { alice: neutron.account('alice', PEOPLE.alice), bob: neutron.account('bob', PEOPLE.bob) }
  start = await sandbox.snapshot()
})
afterEach(() => sandbox.close())

/** The signature of a transaction stands in one event; in process there is none. */
const withoutSignature = (seen: readonly Seen[]) =>
  seen.map(({ height, code, log, gasWanted, gasUsed, events }) => ({
    height,
    code,
    log,
    gasWanted,
    gasUsed,
    events: events.map(({ type, attributes }) => ({
      type,
      attributes: attributes.map(([key, value]) => (type === 'tx' && key === 'signature' ? [key] : [key, value])),
    })),
  }))

test('told through the sandbox, generated clients and cosmjs over a port it has the same events, gas and end', async () => {
  const tell = async (teller: (name: keyof typeof PEOPLE) => Promise<Teller> | Teller) => {
    await sandbox.restore(start)
    const told = await story(
      { alice: await teller('alice'), bob: await teller('bob') },
      { alice: accounts.alice.address, bob: accounts.bob.address },
    )
    const token = neutron.contract('cw20_base')
    return {
      ...told,
      end: {
        height: neutron.height,
        time: neutron.time,
        tokens: token.query({ all_accounts: {} }),
        paid: token.query({ balance: { address: accounts.bob.address } }),
        replies: neutron.contract('callback_lab').query({ received: {} }),
        coins: [accounts.alice.balances(), accounts.bob.balances(), neutron.balances('callback_lab')],
      },
    }
  }

  const ours = await tell((name) => sandboxTeller(accounts[name]))
  const generated = await tell((name) => generatedTeller(neutron, accounts[name]))
  const { urls } = await sandbox.serve()
  const cosmjs = await tell(async (name) => {
    const wallet = await DirectSecp256k1Wallet.fromKey(accounts[name].privateKey, neutron.prefix)
    const client = await SigningCosmWasmClient.connectWithSigner(urls['neutron'].rpc, wallet, {
      broadcastPollIntervalMs: 5,
    })
    return cosmjsTeller(client, accounts[name].address)
  })

  expect(ours.seen.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0, 0, 5, 0, 11])
  expect(ours.seen.at(-1)).toMatchObject({ gasWanted: 1_000_000n })
  expect(ours.end).toMatchObject({ paid: { balance: '90' }, replies: { received: [{}, {}, {}] } })

  expect(withoutSignature(generated.seen)).toEqual(withoutSignature(ours.seen))
  expect(generated.end).toEqual(ours.end)
  // Both sign, so that the transactions are the same to the byte.
  expect(cosmjs.seen).toEqual(generated.seen)
  expect(cosmjs.end).toEqual(ours.end)
})
