import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { NeutronApp } from '../../src/app/neutron/app.js'
import { parseCoins } from '../../src/codec/coins.js'
import { sha256 } from '../../src/crypto/hash.js'
import { toUtf8 } from '../../src/base/bytes.js'

/** A chain as a sandbox has it, for servers. */
export const testChain = (): NeutronApp =>
  new NeutronApp({
    chainId: 'sudobox-1',
    name: 'neutron',
    prefix: 'neutron',
    denom: 'untrn',
    vm: '3.0.9',
    wasmd: 'stock',
    txContracts: false,
    txIndex: true,
    genesisTime: 1_700_000_000_000_000_000n,
    params: {},
  })

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
