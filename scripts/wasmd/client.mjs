// Transactions for the recorded node, signed with cosmjs, and the node's answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSignDoc as makeAminoDoc, Secp256k1Wallet } from '@cosmjs/amino'
import { fromBase64, toBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { DirectSecp256k1Wallet, encodePubkey, makeAuthInfoBytes, makeSignDoc, Registry } from '@cosmjs/proto-signing'
import { AminoTypes, createDefaultAminoConverters, defaultRegistryTypes } from '@cosmjs/stargate'
import { wasmTypes } from '@cosmjs/cosmwasm-stargate'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import * as circuit from 'cosmjs-types/cosmos/circuit/v1/tx'
import { MsgPruneAllowances } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { MsgFundCommunityPool } from 'cosmjs-types/cosmos/protocolpool/v1/tx'
import * as gov from 'cosmjs-types/cosmos/gov/v1/tx'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import * as vesting from 'cosmjs-types/cosmos/vesting/v1beta1/tx'
import { ContinuousVestingAccount } from 'cosmjs-types/cosmos/vesting/v1beta1/vesting'
import * as wasm from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgSubmitEvidence } from 'cosmjs-types/cosmos/evidence/v1beta1/tx'
import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import * as channel from 'cosmjs-types/ibc/core/channel/v1/tx'
import { feegrantConverters } from './amino.mjs'
import { WASMD } from './genesis.mjs'

const named = (service, module, names) => names.map((name) => [`/${service}.${name}`, module[name]])

export const registry = new Registry([
  ...defaultRegistryTypes,
  ...wasmTypes,
  ...named('cosmos.circuit.v1', circuit, [
    'MsgAuthorizeCircuitBreaker',
    'MsgTripCircuitBreaker',
    'MsgResetCircuitBreaker',
  ]),
  ['/cosmos.evidence.v1beta1.MsgSubmitEvidence', MsgSubmitEvidence],
  ['/cosmos.slashing.v1beta1.MsgUnjail', MsgUnjail],
  ['/cosmos.protocolpool.v1.MsgFundCommunityPool', MsgFundCommunityPool],
  ['/cosmos.feegrant.v1beta1.MsgPruneAllowances', MsgPruneAllowances],
  ...named('cosmos.vesting.v1beta1', vesting, [
    'MsgCreateVestingAccount',
    'MsgCreatePermanentLockedAccount',
    'MsgCreatePeriodicVestingAccount',
  ]),
  ...named('cosmos.gov.v1', gov, ['MsgSubmitProposal', 'MsgVote', 'MsgVoteWeighted', 'MsgDeposit']),
  ...named('cosmwasm.wasm.v1', wasm, [
    'MsgInstantiateContract2',
    'MsgUpdateAdmin',
    'MsgClearAdmin',
    'MsgMigrateContract',
    'MsgUpdateContractLabel',
    'MsgUpdateInstantiateConfig',
  ]),
  ...named('ibc.core.channel.v1', channel, ['MsgChannelCloseInit', 'MsgTimeout']),
])
const aminoTypes = new AminoTypes({ ...createDefaultAminoConverters(), ...feegrantConverters })

/** A user with a key of 32 equal bytes. */
export async function user(seed, { prefix, chainId } = WASMD) {
  const key = new Uint8Array(32).fill(seed)
  const direct = await DirectSecp256k1Wallet.fromKey(key, prefix)
  const amino = await Secp256k1Wallet.fromKey(key, prefix)
  const [{ address, pubkey }] = await direct.getAccounts()
  const any = encodePubkey({ type: 'tendermint/PubKeySecp256k1', value: toBase64(pubkey) })
  return { address, direct, amino, pubkey: any, chainId, number: 0n, sequence: 0 }
}

const bodyOf = ({ messages, memo = '', timeoutHeight = 0n }) => registry.encodeTxBody({ messages, memo, timeoutHeight })

/**
 * @param tx messages, fee, gas, memo, timeoutHeight, granter and payer of the fee, cosigner, amino, mode (that it pretends)
 * @returns the bytes
 */
export async function sign(signer, tx) {
  const { fee = [], gas, amino = false, granter, payer } = tx
  const signers = [signer, ...(tx.cosigner ? [tx.cosigner] : [])]
  const { mode = amino ? SignMode.SIGN_MODE_LEGACY_AMINO_JSON : SignMode.SIGN_MODE_DIRECT } = tx
  const infos = signers.map(({ pubkey, sequence }) => ({ pubkey, sequence }))
  const authInfoBytes = makeAuthInfoBytes(infos, fee, gas, granter, payer, mode)
  const bodyBytes = bodyOf(tx)
  const signatures = []
  if (amino) {
    const messages = tx.messages.map((message) => aminoTypes.toAmino(message))
    const stdFee = { amount: fee, gas: String(gas), ...(granter && { granter }), ...(payer && { payer }) }
    // cosmjs takes no number beyond 2⁵³ there, which accounts have from cosmos-sdk v0.54 on.
    const unnumbered = makeAminoDoc(messages, stdFee, signer.chainId, tx.memo ?? '', 0, signer.sequence)
    const doc = { ...unnumbered, account_number: String(signer.number) }
    signatures.push((await signer.amino.signAmino(signer.address, doc)).signature.signature)
  } else
    for (const one of signers) {
      const doc = makeSignDoc(bodyBytes, authInfoBytes, one.chainId, one.number)
      signatures.push((await one.direct.signDirect(one.address, doc)).signature.signature)
    }
  return TxRaw.encode({ bodyBytes, authInfoBytes, signatures: signatures.map(fromBase64) }).finish()
}

/** As cosmjs simulates: with the key, without a signature. */
export function unsigned(signer, tx) {
  const { granter, payer, cosigner } = tx
  // Without a granter, as cosmjs.
  const fee = granter === undefined ? [] : (tx.fee ?? [])
  const infos = [signer, ...(cosigner ? [cosigner] : [])].map(({ pubkey, sequence }) => ({ pubkey, sequence }))
  const authInfoBytes = makeAuthInfoBytes(infos, fee, 0, granter, payer, SignMode.SIGN_MODE_UNSPECIFIED)
  return TxRaw.encode({ bodyBytes: bodyOf(tx), authInfoBytes, signatures: infos.map(() => new Uint8Array(0)) }).finish()
}

/** The node's CometBFT RPC. */
export class Rpc {
  #url
  constructor(url) {
    this.#url = url
  }

  async call(method, params = {}) {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(this.#url, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { result, error } = await response.json()
      if (error === undefined) return result
      if (attempt === 5) throw new Error(`${method}: ${error.data ?? error.message}`)
      await sleep(200)
    }
  }

  async height() {
    // That of the application: the node's own is ahead of it for a moment.
    return Number((await this.call('abci_info')).response.last_block_height ?? 0)
  }

  /** Waits for a block after the given one. */
  async after(height) {
    for (;;) {
      const latest = await this.height()
      if (latest > height) return latest
      await sleep(20)
    }
  }

  async query(path, data, { height = 0, prove = false } = {}) {
    const { response } = await this.call('abci_query', { path, data: toHex(data), height: String(height), prove })
    return response
  }

  /** The result of a transaction, once it is in a block. */
  async outcome(hash) {
    for (;;) {
      const found = await this.call('tx', { hash }).catch(() => undefined)
      if (found !== undefined) return found.tx_result
    }
  }

  async isIdle() {
    return Number((await this.call('num_unconfirmed_txs')).n_txs) === 0
  }

  /** Sets number and sequence to the chain's. */
  async refresh(signer) {
    const request = QueryAccountRequest.encode({ address: signer.address }).finish()
    const { value } = await this.query('/cosmos.auth.v1beta1.Query/Account', request)
    const { account: packed } = QueryAccountResponse.decode(fromBase64(value ?? ''))
    // It is not there yet.
    if (packed === undefined) return
    // All vesting accounts begin alike.
    const account = packed.typeUrl.startsWith('/cosmos.vesting')
      ? ContinuousVestingAccount.decode(packed.value).baseVestingAccount.baseAccount
      : BaseAccount.decode(packed.value)
    signer.number = account.accountNumber
    signer.sequence = Number(account.sequence)
  }

  /** The gas of a simulation, or its error. */
  async simulate(txBytes) {
    const request = SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes })).finish()
    const { code, codespace, log, value } = await this.query('/cosmos.tx.v1beta1.Service/Simulate', request)
    if (Number(code) !== 0) return { code: Number(code), codespace, log }
    const { gasInfo } = SimulateResponse.decode(fromBase64(value))
    return { gasUsed: Number(gasInfo.gasUsed) }
  }

  /** The root of a store at a height. Source: cosmossdk.io/store rootmulti: the second proof is that of the store among all. */
  async root(store, height) {
    const { proofOps } = await this.query(`/store/${store}/key`, toUtf8('none'), { height, prove: true })
    return proofOps?.ops
  }
}
