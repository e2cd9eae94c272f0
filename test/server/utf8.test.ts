import { readFileSync } from 'node:fs'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { GetTxRequest, GetTxResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { AuthInfo, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import { byteLength, textOf, toUtf8 } from '../../src/base/bytes.js'
import { ChainNode } from '../../src/server/chain-node.js'
import { serveChain, type ChainServer } from '../../src/server/index.js'
import { DEFAULT_CHAIN_LIMITS } from '../../src/server/limits.js'
import { testChain, testWallet } from './chain.js'

interface Transaction {
  readonly name: string
  readonly memo?: string
  readonly code: number
  readonly answers: Readonly<Record<string, string>>
}

const golden = JSON.parse(readFileSync(new URL('../../fixtures/server/texts/utf8.json', import.meta.url), 'utf8')) as {
  readonly transactions: readonly Transaction[]
}
const named = (name: string): Transaction => golden.transactions.find((one) => one.name === name)!
const memos = golden.transactions.filter(({ memo, code }) => memo !== undefined && code === 0)

/** A member of an answer, as it was written: `memo="\ufffd"`. */
function shown(text: string, ...names: readonly string[]): string {
  const tokens = names.map((name) => new RegExp(`"${name}":\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(text)?.[1])
  return names.map((name, i) => `${name}=${tokens[i]}`).join(' ')
}
const only = (answer: string, name: string): string => `${name}=${answer.split(`${name}=`)[1]!.split(/ (?=\w+=")/)[0]!}`

let app: NeutronApp
let server: ChainServer
let wallet: DirectSecp256k1Wallet
let alice: string
let sequence = 0n

beforeAll(async () => {
  app = testChain()
  const made = await testWallet(app, 'alice')
  wallet = made.wallet
  alice = made.address
  server = await serveChain(app)
})
afterAll(() => server.close())

const rest = async (path: string, body?: object) => {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(server.urls.rest + path, init)
  return { status: response.status, text: await response.text() }
}
const rpc = async (path: string) => (await fetch(server.urls.rpc + path)).text()

async function signed(typeUrl: string, value: Uint8Array, memo = ''): Promise<string> {
  const [account] = await wallet.getAccounts()
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: [{ typeUrl, value }], memo })).finish()
  const publicKey = { typeUrl: PubKey.typeUrl, value: PubKey.encode({ key: account!.pubkey }).finish() }
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [{ publicKey, modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } }, sequence }],
      fee: { gasLimit: 500_000n, amount: [{ denom: 'untrn', amount: '5000' }] },
    }),
  ).finish()
  const { accountNumber } = app.keepers.accounts.get(app.baseApp.queryContext(), app.address(alice))!
  const doc = SignDoc.fromPartial({ bodyBytes, authInfoBytes, chainId: app.chainId, accountNumber })
  const { signature } = await wallet.signDirect(alice, doc)
  const signatures = [Buffer.from(signature.signature, 'base64')]
  return Buffer.from(TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish()).toString('base64')
}

const sendOf = (denom: string): Uint8Array =>
  MsgSend.encode({ fromAddress: alice, toAddress: alice, amount: [{ denom, amount: '1' }] }).finish()

/** Sends a transaction into a block. */
async function sent(bytes: string): Promise<{ readonly hash: string; readonly height: number }> {
  const { text } = await rest('/cosmos/tx/v1beta1/txs', { tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' })
  const { tx_response: response } = JSON.parse(text) as { tx_response: { code: number; txhash: string } }
  expect(response.code, text).toBe(0)
  sequence++
  return { hash: response.txhash, height: app.height }
}

describe('texts that are not UTF-8', () => {
  test.each(memos)('$name: every answer has the transaction', async ({ memo, answers }) => {
    const given = Buffer.from(memo!, 'base64')
    const bytes = await signed(MsgSend.typeUrl, sendOf('untrn'), textOf(given))
    expect(shown((await rest('/cosmos/tx/v1beta1/decode', { tx_bytes: bytes })).text, 'memo')).toBe(
      only(answers['decode']!, 'memo'),
    )
    const { hash, height } = await sent(bytes)
    const right = only(answers['rest tx']!, 'memo')
    const query = encodeURIComponent(`tx.hash='${hash}'`)
    for (const path of [`/${hash}`, `?query=${query}`, `/block/${height}`]) {
      const { status, text } = await rest(`/cosmos/tx/v1beta1/txs${path}`)
      expect([status, shown(text, 'memo')]).toEqual([200, right])
    }
    expect((await rest(`/cosmos/base/tendermint/v1beta1/blocks/${height}`)).status).toBe(200)
    const stored = Buffer.from(
      (JSON.parse(await rpc(`/tx?hash=0x${hash}`)) as { result: { tx: string } }).result.tx,
      'base64',
    )
    expect(stored.includes(given)).toBe(true)
    const request = GetTxRequest.encode({ hash }).finish()
    const { tx } = GetTxResponse.decode(
      new ChainNode(app, DEFAULT_CHAIN_LIMITS).query('/cosmos.tx.v1beta1.Service/GetTx', request),
    )
    expect(Buffer.from(toUtf8(tx!.body!.memo))).toEqual(given)
  })

  test('a memo is measured in bytes', async () => {
    const { memo, answers } = named('too long memo')
    const text = textOf(Buffer.from(memo!, 'base64'))
    expect(byteLength(text)).toBe(257)
    const bytes = await signed(MsgSend.typeUrl, sendOf('untrn'), text)
    const answer = await rest('/cosmos/tx/v1beta1/txs', { tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' })
    expect(shown(answer.text, 'raw_log')).toBe(only(answers['broadcast']!, 'raw_log'))
  })

  const messages = {
    denom: () => [MsgSend.typeUrl, sendOf(textOf(Buffer.from('\xffabc', 'latin1')))] as const,
    grant: () => {
      const value = GenericAuthorization.encode({ msg: textOf(Buffer.from('/\xff', 'latin1')) }).finish()
      const grant = { authorization: { typeUrl: GenericAuthorization.typeUrl, value } }
      const grantee = 'neutron1qgpqyqszqgpqyqszqgpqyqszqgpqyqsz8gweud'
      return [
        MsgGrant.typeUrl,
        MsgGrant.encode(MsgGrant.fromPartial({ granter: alice, grantee, grant })).finish(),
      ] as const
    },
  }

  test.each(['denom', 'grant'] as const)('a log with the text of a message: %s', async (name) => {
    const { answers } = named(name)
    const bytes = await signed(...messages[name]())
    expect(await rest('/cosmos/tx/v1beta1/simulate', { tx_bytes: bytes })).toEqual({
      status: 500,
      text: answers['simulate']!.slice(4),
    })
    const { hash, height } = await sent(bytes)
    const right = only(answers['rest tx']!, 'raw_log')
    expect(shown((await rest(`/cosmos/tx/v1beta1/txs/${hash}`)).text, 'raw_log')).toBe(right)
    const log = right.replace('raw_log', 'log')
    expect(shown(await rpc(`/tx?hash=0x${hash}`), 'log')).toBe(log)
    expect(shown(await rpc(`/block_results?height=${height}`), 'log')).toBe(log)
  })

  test('a message that the SDK reads by its descriptor is refused', async () => {
    const { code, answers } = named('transfer memo')
    const memo = textOf(Buffer.from('\xff', 'latin1'))
    const value = MsgTransfer.encode(
      MsgTransfer.fromPartial({
        sourcePort: 'transfer',
        sourceChannel: 'channel-0',
        token: { denom: 'untrn', amount: '1' },
        sender: alice,
        receiver: alice,
        memo,
      }),
    ).finish()
    const bytes = await signed(MsgTransfer.typeUrl, value)
    const { text } = await rest('/cosmos/tx/v1beta1/txs', { tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' })
    // Go's protobuf library prints one of two spaces, by the build of the program.
    expect(shown(text, 'raw_log')).toBe(only(answers['broadcast']!, 'raw_log').replace('\u00a0', ' '))
    expect(text).toContain(`"code":${code},`)
    expect((await rest('/cosmos/tx/v1beta1/decode', { tx_bytes: bytes })).text).toContain(
      only(answers['decode']!, 'memo').replace('memo=', '"memo":'),
    )
  })
})

test('bytes are kept in a text', () => {
  for (const { memo } of memos) {
    const bytes = Buffer.from(memo!, 'base64')
    expect(Buffer.from(toUtf8(textOf(bytes)))).toEqual(bytes)
  }
})
