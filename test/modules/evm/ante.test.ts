import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { expect, test } from 'vitest'
import { EVM_KEY_TYPES, EVM_SECP256K1_KEY } from '../../../src/chain/ante/public-keys.js'
import type { Context } from '../../../src/chain/context.js'
import type { Tx } from '../../../src/chain/tx/tx.js'
import type { Any } from '../../../src/codec/index.js'
import { checkExtensions, limitGrants, rejectEthereum } from '../../../src/modules/evm/index.js'

const ETHEREUM = '/cosmos.evm.vm.v1.MsgEthereumTx'
const VESTING = '/cosmos.vesting.v1beta1.MsgCreateVestingAccount'
const MODE = { simulate: false, verifySignatures: true }

const run = (step: typeof limitGrants, tx: Partial<Tx>) => () => step({} as Context, tx as Tx, MODE)
const any = (typeUrl: string, value: Uint8Array = new Uint8Array()): Any => ({ typeUrl, value })
const send = any(MsgSend.typeUrl)
const exec = (...msgs: Any[]): Any => any(MsgExec.typeUrl, MsgExec.encode({ grantee: 'a', msgs }).finish())
const grantOf = (msg: string): Any => {
  const authorization = any(GenericAuthorization.typeUrl, GenericAuthorization.encode({ msg }).finish())
  return any(MsgGrant.typeUrl, MsgGrant.encode({ granter: 'a', grantee: 'b', grant: { authorization } }).finish())
}
const nested = (levels: number): Any => (levels === 0 ? send : exec(nested(levels - 1)))

test('messages of the EVM and vesting accounts are neither granted nor sent for somebody else', () => {
  for (const type of [ETHEREUM, VESTING]) {
    const text = `found disabled msg type: ${type}: unauthorized`
    expect(run(limitGrants, { messages: [grantOf(type)] })).toThrow(text)
    expect(run(limitGrants, { messages: [send, exec(send, any(type))] })).toThrow(text)
    expect(run(limitGrants, { messages: [any(type)] })).not.toThrow()
  }
  expect(run(limitGrants, { messages: [grantOf(MsgSend.typeUrl), exec(send)] })).not.toThrow()
})

test('messages are packed in each other at most five times, and those beside each other count, too', () => {
  const text = 'found more nested msgs than permitted; got: 7, expected: <7: unauthorized'
  expect(run(limitGrants, { messages: [nested(5)] })).not.toThrow()
  expect(run(limitGrants, { messages: [nested(6)] })).toThrow(text)
  expect(run(limitGrants, { messages: Array.from({ length: 5 }, () => nested(1)) })).not.toThrow()
  expect(run(limitGrants, { messages: Array.from({ length: 6 }, () => nested(1)) })).toThrow(text)
})

test('a Cosmos transaction has no message of Ethereum, and no option but that of its tip', () => {
  expect(run(rejectEthereum, { messages: [send, any(ETHEREUM)] })).toThrow(
    "MsgEthereumTx needs to be contained within a tx with 'ExtensionOptionsEthereumTx' option: invalid type",
  )
  const tip = any('/cosmos.evm.ante.v1.ExtensionOptionDynamicFeeTx')
  expect(run(checkExtensions, { extensionOptions: [tip] })).not.toThrow()
  expect(run(checkExtensions, { extensionOptions: [tip, any(ETHEREUM)] })).toThrow('unknown extension options')
})

test('a key that is no point of the curve has no address', () => {
  expect(EVM_KEY_TYPES[EVM_SECP256K1_KEY]!.address(new Uint8Array(33))).toEqual(new Uint8Array())
})
