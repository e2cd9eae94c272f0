import { SigningStargateClient } from '@cosmjs/stargate'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { NeutronApp } from '../../src/app/neutron/app.js'
import type { ChainOptions } from '../../src/app/chain-options.js'
import { parseCoins } from '../../src/codec/coins.js'
import { sha256 } from '../../src/crypto/hash.js'
import { toUtf8 } from '../../src/base/bytes.js'
import { newNeutronApp } from '../app/chains.js'

/** A chain as a sandbox has it, for servers. */
export const testChain = (options: Partial<ChainOptions> = {}): NeutronApp =>
  newNeutronApp({ chainId: 'sudobox-1', ...options })

/** A wallet with coins. */
export async function testWallet(app: NeutronApp, name: string, funds = '1000000000untrn') {
  const wallet = await DirectSecp256k1Wallet.fromKey(sha256(toUtf8(name)), app.prefix)
  const [account] = await wallet.getAccounts()
  const address = account!.address
  app.runInBlock((ctx) => {
    app.openAccount(ctx, app.address(address))
    app.mint(ctx, app.address(address), parseCoins(funds))
  })
  return { wallet, address }
}

/** The bytes of a transaction of that wallet, signed, which sends 1untrn. */
export async function signedSend(
  app: NeutronApp,
  { wallet, address }: Awaited<ReturnType<typeof testWallet>>,
  to: string,
  sequence: number,
): Promise<Uint8Array> {
  const client = await SigningStargateClient.offline(wallet)
  const { accountNumber } = app.keepers.accounts.get(app.baseApp.queryContext(), app.address(address))!
  const signed = await client.sign(
    address,
    [
      {
        typeUrl: '/cosmos.bank.v1beta1.MsgSend',
        value: { fromAddress: address, toAddress: to, amount: [{ denom: 'untrn', amount: '1' }] },
      },
    ],
    { amount: [{ denom: 'untrn', amount: '5000' }], gas: '200000' },
    '',
    { accountNumber: Number(accountNumber), sequence, chainId: app.chainId },
  )
  return TxRaw.encode(signed).finish()
}
