import {
  createMultisigThresholdPubkey,
  pubkeyToAddress,
  Secp256k1Wallet,
  type MultisigThresholdPubkey,
  type Pubkey,
} from '@cosmjs/amino'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import {
  DirectSecp256k1Wallet,
  encodePubkey,
  Registry,
  type EncodeObject,
  type OfflineSigner,
} from '@cosmjs/proto-signing'
import { AminoTypes, coins, createDefaultAminoConverters, type StdFee } from '@cosmjs/stargate'
import { VoteOption } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MultiSignature } from 'cosmjs-types/cosmos/crypto/multisig/v1beta1/multisig'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { AccessType } from 'cosmjs-types/cosmwasm/wasm/v1/types'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { createSandbox, type Sandbox, type SandboxChain } from '../../src/sandbox/index.js'

const FEE: StdFee = { amount: coins(1000, 'untrn'), gas: '10000000' }
const keyOf = (name: string) => sha256(Buffer.from(name))

let sandbox: Sandbox
let chain: SandboxChain
let rpc: string

beforeEach(async () => {
  sandbox = createSandbox()
  chain = sandbox.chains.neutron
  rpc = (await sandbox.serve()).urls.neutron!.rpc
})
afterEach(() => sandbox.close())

const fund = (address: string) => chain.account('rich', '1000000000untrn').transfer(address, '100000000untrn')

const connect = (signer: OfflineSigner) =>
  SigningCosmWasmClient.connectWithSigner(rpc, signer, { broadcastPollIntervalMs: 5 })

async function aminoClient(name: string) {
  const wallet = await Secp256k1Wallet.fromKey(keyOf(name), 'neutron')
  const [account] = await wallet.getAccounts()
  const { address } = account!
  await fund(address)
  return { client: await connect(wallet), address }
}

describe('amino JSON', () => {
  test('a wallet that signs amino JSON sends, uploads, instantiates, executes and migrates', async () => {
    const { client, address } = await aminoClient('ledger')
    const wasm = readFileSync('contracts/artifacts/cw20_base.wasm')
    const { codeId } = await client.upload(address, wasm, { ...FEE, gas: '50000000' }, 'a < b & c > "d" é', {
      permission: AccessType.ACCESS_TYPE_ANY_OF_ADDRESSES,
      addresses: [address],
    })
    const { contractAddress } = await client.instantiate(
      address,
      codeId,
      {
        name: 'Tést <&>',
        symbol: 'TEST',
        decimals: 6,
        initial_balances: [{ address, amount: '12' }],
        mint: null,
        marketing: null,
      },
      'a <label> & more',
      FEE,
      { admin: address, funds: [] },
    )
    const done = await client.execute(
      address,
      contractAddress,
      { burn: { amount: '2' } },
      FEE,
      undefined,
      coins(0, 'untrn').slice(1),
    )
    expect(done.events.find(({ type }) => type === 'wasm')?.attributes).toContainEqual({ key: 'action', value: 'burn' })
    await client.clearAdmin(address, contractAddress, FEE)
    const sent = await client.sendTokens(address, address, coins(5, 'untrn'), FEE, 'x')
    expect(sent.code).toBe(0)
    const salted = await client.instantiate2(
      address,
      codeId,
      new Uint8Array([255, 1]),
      { name: 'Two', symbol: 'TWO', decimals: 6, initial_balances: [] },
      'two',
      FEE,
    )
    expect(salted.contractAddress).toMatch(/^neutron1/)
  })

  test('messages of gov v1 and the token factory are signed by the names of their protobuf files', async () => {
    const wallet = await Secp256k1Wallet.fromKey(keyOf('voter'), 'neutron')
    const [account] = await wallet.getAccounts()
    const { address } = account!
    await fund(address)
    const client = await SigningCosmWasmClient.connectWithSigner(rpc, wallet, {
      broadcastPollIntervalMs: 5,
      registry: new Registry([['/cosmos.gov.v1.MsgVote', MsgVote]]),
      aminoTypes: new AminoTypes({
        ...createDefaultAminoConverters(),
        '/cosmos.gov.v1.MsgVote': {
          aminoType: 'cosmos-sdk/v1/MsgVote',
          toAmino: ({ proposalId, voter, option }: { proposalId: bigint; voter: string; option: number }) => ({
            proposal_id: String(proposalId),
            voter,
            option,
          }),
          fromAmino: (vote: { proposal_id: string; voter: string; option: number }) =>
            MsgVote.fromPartial({ proposalId: BigInt(vote.proposal_id), voter: vote.voter, option: vote.option }),
        },
      }),
    })
    const vote: EncodeObject = {
      typeUrl: '/cosmos.gov.v1.MsgVote',
      value: MsgVote.fromPartial({ proposalId: 7n, voter: address, option: VoteOption.VOTE_OPTION_YES }),
    }
    const result = await client.signAndBroadcast(address, [vote], FEE)
    // The signature held: what is refused is the vote itself.
    expect(result.rawLog).toContain('7: inactive proposal')
  })

  test('a signature over another amount is refused and names the sequence', async () => {
    const { client, address } = await aminoClient('cheat')
    const message = (amount: string): EncodeObject => ({
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: address, toAddress: address, amount: coins(amount, 'untrn') },
    })
    const honest = await client.sign(address, [message('5')], FEE, '')
    const other = await client.sign(address, [message('6')], FEE, '')
    const { code, rawLog } = await client
      .broadcastTx(TxRaw.encode({ ...other, signatures: honest.signatures }).finish(), 60_000, 5)
      .catch((error: { code: number; log: string }) => ({ code: error.code, rawLog: error.log }))
    expect(code).toBe(4)
    expect(rawLog).toMatch(
      /^signature verification failed; please verify account number \(\d+\), sequence \(0\) and chain-id \(.+\): unauthorized$/,
    )
  })
})

describe('multi-signature accounts', () => {
  async function group(threshold: number, size: number) {
    const names = Array.from({ length: size }, (_, i) => `member ${i}`)
    const wallets = await Promise.all(names.map((name) => Secp256k1Wallet.fromKey(keyOf(name), 'neutron')))
    const keys: Pubkey[] = []
    for (const wallet of wallets) {
      const [account] = await wallet.getAccounts()
      keys.push({ type: 'tendermint/PubKeySecp256k1', value: Buffer.from(account!.pubkey).toString('base64') })
    }
    const pubkey = createMultisigThresholdPubkey(keys, threshold, true)
    const address = pubkeyToAddress(pubkey, 'neutron')
    await fund(address)
    return { wallets, pubkey, address }
  }

  /** As cosmjs' `makeMultisignedTxBytes`, which the codec of bech32 beside it makes throw. */
  function multisigned(
    pubkey: MultisigThresholdPubkey,
    sequence: number,
    bodyBytes: Uint8Array,
    signatures: ReadonlyMap<number, Uint8Array>,
  ): Uint8Array {
    const size = pubkey.value.pubkeys.length
    const elems = new Uint8Array(Math.ceil(size / 8))
    for (const i of signatures.keys()) elems[i >> 3]! |= 1 << (7 - (i % 8))
    const mode = { single: { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON } }
    const authInfoBytes = AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [
          {
            publicKey: encodePubkey(pubkey),
            modeInfo: {
              multi: {
                bitarray: { extraBitsStored: size % 8, elems },
                modeInfos: [...signatures].map(() => mode),
              },
            },
            sequence: BigInt(sequence),
          },
        ],
        fee: { amount: [...FEE.amount], gasLimit: BigInt(FEE.gas) },
      }),
    ).finish()
    const together = MultiSignature.encode(
      MultiSignature.fromPartial({ signatures: [...signatures.values()] }),
    ).finish()
    return TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [together] }).finish()
  }

  async function signed(
    { wallets, pubkey, address }: Awaited<ReturnType<typeof group>>,
    signers: readonly number[],
    messages: (address: string) => EncodeObject[] = (from) => [
      {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: { fromAddress: from, toAddress: from, amount: coins(5, 'untrn') },
      },
    ],
  ) {
    const online = await connect(wallets[0]!)
    const { accountNumber, sequence } = await online.getSequence(address)
    const chainId = await online.getChainId()
    const signatures = new Map<number, Uint8Array>()
    let bodyBytes = new Uint8Array(0)
    for (const i of signers) {
      const [account] = await wallets[i]!.getAccounts()
      const client = await SigningCosmWasmClient.offline(wallets[i]!)
      const raw = await client.sign(account!.address, messages(address), FEE, 'together', {
        accountNumber,
        sequence,
        chainId,
      })
      bodyBytes = new Uint8Array(raw.bodyBytes)
      signatures.set(i, raw.signatures[0]!)
    }
    const bytes = multisigned(pubkey, sequence, bodyBytes, signatures)
    return online.broadcastTx(bytes, 60_000, 5).then(
      ({ code, rawLog, gasUsed }) => ({ code, log: rawLog ?? '', gasUsed }),
      ({ code, log }: { code: number; log: string }) => ({ code, log, gasUsed: 0n }),
    )
  }

  test('two of three move coins; each further signature costs the gas of its check', async () => {
    const members = await group(2, 3)
    const first = await signed(members, [0, 2])
    expect(first).toMatchObject({ code: 0 })
    const two = await signed(members, [0, 2])
    const three = await signed(members, [0, 1, 2])
    expect(three.code).toBe(0)
    expect(three.gasUsed - two.gasUsed).toBeGreaterThanOrEqual(1000n)
  })

  test('too few signatures are refused with the reason', async () => {
    const members = await group(2, 3)
    const { code, log } = await signed(members, [1])
    expect(code).toBe(4)
    expect(log).toContain('signature verification failed; please verify account number')
  })

  test('more keys than the chain allows', async () => {
    const members = await group(1, 8)
    expect(await signed(members, [0])).toMatchObject({
      code: 14,
      log: 'signatures: 8, limit: 7: maximum number of signatures exceeded',
    })
  })

  test('a single key does not sign for the group', async () => {
    const { address } = await group(1, 2)
    const wallet = await DirectSecp256k1Wallet.fromKey(keyOf('member 0'), 'neutron')
    const client = await connect(wallet)
    const { accountNumber, sequence } = await client.getSequence(address)
    const [account] = await wallet.getAccounts()
    const message: EncodeObject = {
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      value: { fromAddress: address, toAddress: address, amount: coins(5, 'untrn') },
    }
    const raw = await client.sign(account!.address, [message], FEE, '', {
      accountNumber,
      sequence,
      chainId: await client.getChainId(),
    })
    await expect(client.broadcastTx(TxRaw.encode(raw).finish())).rejects.toMatchObject({
      code: 8,
      log: expect.stringContaining('pubKey does not match signer address') as string,
    })
  })
})
