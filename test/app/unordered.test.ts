import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { AuthInfo, Fee, SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { momentOf } from '../../src/codec/time.js'
import { keyAccount } from '../modules/chain.js'
import { addressText } from '../../src/chain/address.js'

/** A chain of a kind, and how an account of it sends unordered transactions to its node. */
function start(kind: 'neutron' | 'hub' | 'wasmd' | 'nolus', denom: string) {
  const { app } = createSandbox({ chains: { x: { kind } }, links: [] }).chains.x.host
  const { address, publicKey, sign } = keyAccount(7)
  app.runInBlock((ctx) => {
    app.openAccount(ctx, address)
    app.mint(ctx, address, [{ denom, amount: 1_000_000_000n }])
  })
  const sender = addressText(app.prefix, address)
  const value = MsgSend.encode({ fromAddress: sender, toAddress: sender, amount: [{ denom, amount: '7' }] }).finish()
  const amount = [{ denom, amount: kind === 'neutron' ? '5000' : '0' }]
  const start = app.time
  return (seconds: bigint) => {
    const { accountNumber } = app.account(address)!
    const bodyBytes = TxBody.encode({
      ...TxBody.fromPartial({ messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }] }),
      unordered: true,
      timeoutTimestamp: momentOf(start + seconds * 1_000_000_000n),
    }).finish()
    const authInfoBytes = AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: [{ publicKey, modeInfo: { single: { mode: 1 } } }],
        fee: Fee.fromPartial({ amount: amount.filter((coin) => coin.amount !== '0'), gasLimit: 300_000n }),
      }),
    ).finish()
    const doc = SignDoc.encode({ bodyBytes, authInfoBytes, chainId: app.chainId, accountNumber }).finish()
    const { code, codespace, log } = app.baseApp.deliver(
      TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [sign(doc)] }).finish(),
    )
    return { code, codespace, log, sequence: app.account(address)!.sequence }
  }
}

test.each([
  ['neutron', 'untrn', 'unordered transactions are disabled: feature not supported'],
  ['hub', 'uatom', 'unordered transactions are not enabled: feature not supported'],
  ['wasmd', 'stake', 'unordered transactions are not enabled: feature not supported'],
] as const)('a chain of kind %s refuses unordered transactions with the text of its app', (kind, denom, log) => {
  expect(start(kind, denom)(60n)).toEqual({ code: 37, codespace: 'sdk', log, sequence: 0n })
})

test('a chain of kind nolus accepts them, each timeout once', () => {
  const send = start('nolus', 'unls')
  expect(send(60n)).toEqual({ code: 0, codespace: '', log: '', sequence: 0n })
  expect(send(60n)).toMatchObject({
    code: 18,
    log: expect.stringMatching(/has already used timeout [0-9]+: invalid request$/),
  })
  expect(send(61n).code).toBe(0)
  expect(send(10_000n).log).toBe('unordered tx ttl exceeds 10m0s: invalid request')
})
