import { makeSignDoc, serializeSignDoc, type AminoMsg, type StdFee } from '@cosmjs/amino'
import { createWasmAminoConverters, wasmTypes } from '@cosmjs/cosmwasm-stargate'
import { Registry, type EncodeObject } from '@cosmjs/proto-signing'
import { AminoTypes, coins, createDefaultAminoConverters, defaultRegistryTypes, StargateClient } from '@cosmjs/stargate'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { Wallet } from 'ethers'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toBech32 } from '@cosmjs/encoding'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'

/** Signatures as MetaMask makes them (`personal_sign`) over amino JSON: SIGN_MODE_EIP_191. */

const wallet = new Wallet(`0x${'5e'.repeat(32)}`)
const ETH_KEY = '/neutron.crypto.v1beta1.ethsecp256k1.PubKey'
const registry = new Registry([...defaultRegistryTypes, ...wasmTypes])
const types = new AminoTypes({ ...createDefaultAminoConverters(), ...createWasmAminoConverters() })

let sandbox: Sandbox
let client: StargateClient
let rest: string
let fee: StdFee

beforeEach(() => void (sandbox = createSandbox()))
afterEach(() => sandbox.close())

const addressOn = (prefix: string) => toBech32(prefix, Buffer.from(wallet.address.slice(2), 'hex'))

/** Opens an account of the wallet's address on a chain, and a client. @returns the address */
async function open(name: 'neutron' | 'hub'): Promise<string> {
  const chain = sandbox.chains[name]
  const denom = name === 'neutron' ? 'untrn' : 'uatom'
  fee = { amount: coins(1000, denom), gas: '10000000' }
  const address = addressOn(chain.prefix)
  const coin = `100000000${denom}`
  await chain.account('rich', coin).transfer(address, coin)
  const urls = (await sandbox.serve()).urls[name]!
  rest = urls.rest
  client = await StargateClient.connect(urls.rpc)
  return address
}

/** cosmjs reads no account with a key of Ethereum. */
interface AccountInfo {
  readonly info: { readonly account_number: string; readonly sequence: string }
}

interface Signing {
  readonly mode?: SignMode
  readonly keyType?: string
  /** What the wallet signs in place of the amino document of the messages. */
  readonly document?: readonly AminoMsg[]
}

async function send(address: string, messages: readonly EncodeObject[], signing: Signing = {}) {
  const {
    mode = SignMode.SIGN_MODE_EIP_191,
    keyType = ETH_KEY,
    document = messages.map((m) => types.toAmino(m)),
  } = signing
  const { info } = (await (await fetch(`${rest}/cosmos/auth/v1beta1/account_info/${address}`)).json()) as AccountInfo
  const { account_number: accountNumber, sequence } = info
  const doc = makeSignDoc(document, fee, await client.getChainId(), 'from MetaMask', accountNumber, sequence)
  const signature = await wallet.signMessage(serializeSignDoc(doc))
  const key = Buffer.from(wallet.signingKey.compressedPublicKey.slice(2), 'hex')
  const tx = TxRaw.fromPartial({
    bodyBytes: registry.encodeTxBody({ messages, memo: 'from MetaMask' }),
    authInfoBytes: AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [
          {
            publicKey: { typeUrl: keyType, value: PubKey.encode({ key }).finish() },
            modeInfo: { single: { mode } },
            sequence: BigInt(sequence),
          },
        ],
        fee: { amount: [...fee.amount], gasLimit: BigInt(fee.gas) },
      }),
    ).finish(),
    signatures: [Buffer.from(signature.slice(2), 'hex')],
  })
  return client.broadcastTx(TxRaw.encode(tx).finish(), 60_000, 5).then(
    ({ code, rawLog, events }) => ({ code, log: rawLog ?? '', events }),
    ({ code, log }: { code: number; log: string }) => ({ code, log, events: [] }),
  )
}

const payment = (from: string, amount: string): EncodeObject => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress: from, toAddress: from, amount: coins(amount, 'untrn') },
})

test('a wallet of Ethereum sends coins, uploads and instantiates', async () => {
  const address = await open('neutron')
  expect(await send(address, [payment(address, '5')])).toMatchObject({ code: 0 })
  const stored = await send(address, [
    {
      typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode',
      value: { sender: address, wasmByteCode: readFileSync('contracts/artifacts/ping_pong.wasm') },
    },
  ])
  expect(stored).toMatchObject({ code: 0 })
  const made = await send(address, [
    {
      typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
      value: { sender: address, admin: '', codeId: 1n, label: 'a <label> & more', msg: Buffer.from('{}'), funds: [] },
    },
  ])
  expect(made.events.find(({ type }) => type === 'instantiate')).toBeDefined()
})

test('a signature over another amount is refused, with the text for modes other than amino', async () => {
  const address = await open('neutron')
  const { code, log } = await send(address, [payment(address, '5')], {
    document: [types.toAmino(payment(address, '6'))],
  })
  expect(code).toBe(4)
  expect(log).toMatch(
    /^signature verification failed; please verify account number \(\d+\) and chain-id \(.+\): \(unable to verify single signer signature\): unauthorized$/,
  )
})

test('the bytes of this mode are no signature in amino mode', async () => {
  const address = await open('neutron')
  const { code } = await send(address, [payment(address, '5')], { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON })
  expect(code).toBe(4)
})

test.each([
  [SignMode.SIGN_MODE_TEXTUAL, /\(unsuppored sign mode SIGN_MODE_TEXTUAL\): unauthorized$/],
  [SignMode.SIGN_MODE_UNSPECIFIED, /\(unsupported sign mode SIGN_MODE_UNSPECIFIED\): unauthorized$/],
  [
    SignMode.SIGN_MODE_DIRECT_AUX,
    /\(fee payer neutron1\w+ cannot sign with SIGN_MODE_DIRECT_AUX: unauthorized\): unauthorized$/,
  ],
])('mode %s is refused with the reason of the chain', async (mode, text) => {
  const address = await open('neutron')
  const { code, log } = await send(address, [payment(address, '5')], { mode })
  expect(code).toBe(4)
  expect(log).toMatch(text)
})

test('the hub has no such mode', async () => {
  const address = await open('hub')
  const { code, log } = await send(address, [
    { ...payment(address, '5'), value: { fromAddress: address, toAddress: address, amount: coins(5, 'uatom') } },
  ])
  expect(code).toBe(4)
  expect(log).toMatch(/\(unsupported sign mode SIGN_MODE_EIP_191\): unauthorized$/)
})
