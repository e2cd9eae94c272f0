import { expect, test } from 'vitest'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { createSandbox } from 'sudobox'

const UNKNOWN = 'errUnknownField "*types.MsgSend": {TagNum: 9, WireType:"varint"}: tx parse error: tx parse error'

/** Field 9, which a `MsgSend` does not have. */
const EXTRA = Uint8Array.of(0x48, 1)

test.each(['as itself', 'impersonated'] as const)(
  'a message given as bytes is read as the chain reads it: %s',
  async (how) => {
    const { hub } = createSandbox({ chains: { hub: {} }, links: [] }).chains
    const alice = hub.account('alice', '100uatom')
    const bob = hub.account('bob')
    const payment = { fromAddress: alice.address, toAddress: bob.address, amount: [{ denom: 'uatom', amount: '7' }] }
    const value = MsgSend.encode(MsgSend.fromPartial(payment)).finish()
    const sender = how === 'as itself' ? alice : hub.actAs(alice.address)
    const send = (bytes: Uint8Array) =>
      sender.send([{ any: { typeUrl: MsgSend.typeUrl, value: Buffer.from(bytes).toString('base64') } }])

    await expect(send(Buffer.concat([value, EXTRA]))).rejects.toMatchObject({
      result: { code: 2, codespace: 'sdk', rawLog: UNKNOWN },
    })
    // The sender is told the whole; of one that cannot be decoded a block keeps no more than that.
    expect(hub.host.app.baseApp.block(hub.host.app.height)!.txs[0]!.log).toBe('tx parse error')
    expect(bob.balances()).toEqual([])

    await send(value)
    expect(bob.balances()).toEqual([{ denom: 'uatom', amount: 7n }])
  },
)
