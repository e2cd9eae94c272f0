import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import { wrapping } from '../../../src/chain/errors.js'
import { AccountKeeper, authModule, moduleAddress } from '../../../src/modules/auth/index.js'
import { assertSendEnabled, BankKeeper, bankModule, hasMetadata, setMetadata } from '../../../src/modules/bank/index.js'
import { counterpartyOf, getChannel, getSequence, nextSendKey, type IbcKeeper } from '../../../src/modules/ibc/index.js'
import { TRANSFER, TransferApplication, TransferKeeper, transferModule } from '../../../src/modules/transfer/index.js'
import { Pair, newSide } from '../ibc/pair.js'

export const ALICE = new Uint8Array(20).fill(1)

/** A chain with accounts, coins and transfers, on which Alice has coins. */
export function transferSide(chainId: string, prefix: string, denom: string) {
  const accounts = new AccountKeeper({
    prefix,
    modules: { transfer: ['minter', 'burner'], faucet: ['minter'], gov: [] },
  })
  const bank = new BankKeeper({ accounts, blocked: ['transfer', 'gov'].map(moduleAddress) })
  let application!: TransferApplication
  const side = newSide(chainId, prefix, {
    modules: (ibc: IbcKeeper) => {
      const keeper = new TransferKeeper({
        bank,
        settings: { assertSendEnabled, hasMetadata, setMetadata },
        channels: {
          get: getChannel,
          nextSend: (ctx, port, id) => getSequence(ctx, nextSendKey(port, id)),
        },
        sender: ibc.packets,
        sender2: {
          send: (ctx, { sourceClient }) => {
            throw wrapping(`send packet failed for source id: ${sourceClient}`, () => counterpartyOf(ctx, sourceClient))
          },
        },
        account: moduleAddress(TRANSFER),
        authority: addressText(prefix, moduleAddress('gov')),
      })
      application = new TransferApplication(keeper)
      ibc.router.add(TRANSFER, application)
      return [authModule(accounts), bankModule(bank, moduleAddress('gov')), transferModule(keeper)]
    },
  })
  side.app.runInBlock((ctx) => {
    bank.mint(ctx, 'faucet', [{ denom, amount: 1000n }])
    bank.sendFromModule(ctx, 'faucet', ALICE, [{ denom, amount: 1000n }])
  })
  const balance = (of: Uint8Array, coin = denom) => bank.balance(side.app.queryContext(), of, coin).amount
  const supply = (coin: string) => bank.supply(side.app.queryContext(), coin).amount
  return { side, application, bank, denom, balance, supply, alice: addressText(prefix, ALICE) }
}

/** Codespace, code and log of the error with which a step ends; the text of an error that is not of the chain. */
export function refusal(step: () => unknown): string {
  try {
    step()
    return 'accepted'
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    return String(error)
  }
}

/** Two such chains with a channel between them. */
export function setUp() {
  const a = transferSide('chain-a-1', 'neutron', 'untrn')
  const b = transferSide('chain-b-7', 'cosmos', 'uatom')
  const pair = new Pair(a.side, b.side).createClients()
  const channels = pair.openChannel(pair.connect(), 'transfer', 'ics20-1')
  return { a, b, pair, channels }
}
