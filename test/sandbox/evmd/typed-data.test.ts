import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { createSandbox } from 'sudobox'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

const FEE = { amount: '4000000000000000', gas: '200000' }

test('a wallet of Ethereum signs a Cosmos transaction as typed data, beside transactions of cosmjs', async () => {
  const { evm } = createSandbox({ chains: { evm: { kind: 'evmd' } } }).chains
  const alice = evm.account('alice', '1000000000000000000atest')
  const bob = evm.account('bob')
  await alice.transfer(bob, '1atest')
  const wallet = privateKeyToAccount(`0x${Buffer.from(alice.privateKey).toString('hex')}`)
  const client = await evm.client(alice)
  await client.sendTokens(alice.address, bob.address, [{ denom: 'atest', amount: '1' }])
  const { accountNumber, sequence } = await client.getSequence(alice.address)
  const message = { from_address: alice.address, to_address: bob.address, amount: [{ denom: 'atest', amount: '7' }] }
  const typed = {
    domain: { name: 'Cosmos Web3', version: '1.0.0', chainId: 262_144, verifyingContract: 'cosmos', salt: '0' },
    primaryType: 'Tx',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'string' },
        { name: 'salt', type: 'string' },
      ],
      Tx: [
        { name: 'account_number', type: 'string' },
        { name: 'chain_id', type: 'string' },
        { name: 'fee', type: 'Fee' },
        { name: 'memo', type: 'string' },
        { name: 'sequence', type: 'string' },
        { name: 'msg0', type: 'TypeMsgSend0' },
      ],
      Fee: [
        { name: 'amount', type: 'Coin[]' },
        { name: 'gas', type: 'string' },
      ],
      Coin: [
        { name: 'denom', type: 'string' },
        { name: 'amount', type: 'string' },
      ],
      TypeMsgSend0: [
        { name: 'value', type: 'TypeValue0' },
        { name: 'type', type: 'string' },
      ],
      TypeValue0: [
        { name: 'to_address', type: 'string' },
        { name: 'from_address', type: 'string' },
        { name: 'amount', type: 'TypeValueAmount0[]' },
      ],
      TypeValueAmount0: [
        { name: 'denom', type: 'string' },
        { name: 'amount', type: 'string' },
      ],
    },
    message: {
      account_number: String(accountNumber),
      chain_id: evm.chainId,
      fee: { amount: [{ denom: 'atest', amount: FEE.amount }], gas: FEE.gas },
      memo: 'by a wallet',
      sequence: String(sequence),
      msg0: { type: 'cosmos-sdk/MsgSend', value: message },
    },
  }
  const signature = Buffer.from((await wallet.signTypedData(typed as never)).slice(2), 'hex')
  const txOf = (memo: string): Uint8Array => {
    const value = MsgSend.encode({
      fromAddress: alice.address,
      toAddress: bob.address,
      amount: message.amount,
    }).finish()
    return TxRaw.encode({
      bodyBytes: TxBody.encode(
        TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }], memo }),
      ).finish(),
      authInfoBytes: AuthInfo.encode({
        signerInfos: [
          {
            publicKey: {
              typeUrl: '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey',
              value: PubKey.encode({ key: alice.publicKey }).finish(),
            },
            modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
            sequence: BigInt(sequence),
          },
        ],
        fee: { amount: typed.message.fee.amount, gasLimit: BigInt(FEE.gas), payer: '', granter: '' },
      }).finish(),
      signatures: [signature],
    }).finish()
  }
  await expect(client.broadcastTxSync(txOf('by another'))).rejects.toThrow('signature verification failed')
  expect(await client.broadcastTx(txOf('by a wallet'))).toMatchObject({ code: 0 })
  expect(evm.balance(bob, 'atest')).toBe(9n)
})
