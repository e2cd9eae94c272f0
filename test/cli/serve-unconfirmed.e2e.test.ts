import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromHex } from '@cosmjs/encoding'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { calculateFee, SigningStargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { afterEach, expect, test } from 'vitest'
import { readFixture, replay } from '../../src/replay/index.js'
import { startServe, type ServeProcess } from './serve-process.js'

let running: ServeProcess | undefined
afterEach(() => running?.kill())

// docs/local-network.md says the same.
test.each(['kill', 'interrupt'] as const)(
  'transactions that no block has yet are gone after a %s, and can be sent again',
  async (end) => {
    const at = mkdtempSync(join(tmpdir(), 'sudobox-unconfirmed-'))
    const [state, record] = [join(at, 'state.yaml'), join(at, 'session.yaml')]
    const start = async (blockTime: string) => {
      running = await startServe('--state', state, '--record', record, '--accounts', '1', '--block-time', blockTime)
      const { urls, mnemonics } = running.told
      const { privateKey } = mnemonics[0].accounts[0]!
      const wallet = await DirectSecp256k1Wallet.fromKey(fromHex(privateKey), 'neutron')
      const client = await SigningStargateClient.connectWithSigner(urls.neutron.rpc, wallet, {
        broadcastPollIntervalMs: 100,
      })
      const { address } = (await wallet.getAccounts())[0]!
      const waiting = async () => {
        const answer = await (await fetch(`${urls.neutron.rpc}/num_unconfirmed_txs`)).json()
        return (answer as { result: { total: string } }).result.total
      }
      return { client, address, waiting, served: running }
    }
    // No block is made within the test.
    const first = await start('60m')
    const { sequence } = await first.client.getSequence(first.address)
    const signed = await first.client.sign(
      first.address,
      [
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: {
            fromAddress: first.address,
            toAddress: first.address,
            amount: [{ denom: 'untrn', amount: '1' }],
          },
        },
      ],
      calculateFee(200_000, '0.01untrn'),
      '',
    )
    const bytes = TxRaw.encode(signed).finish()
    const hash = await first.client.broadcastTxSync(bytes)
    expect(await first.waiting()).toBe('1')
    first.client.disconnect()
    await first.served[end]()
    expect(readFileSync(record, 'utf8')).not.toContain('produce')

    const second = await start('200ms')
    expect(await second.waiting()).toBe('0')
    expect(await second.client.getTx(hash)).toBeNull()
    expect((await second.client.getSequence(second.address)).sequence).toBe(sequence)
    const { code, transactionHash } = await second.client.broadcastTx(bytes)
    expect({ code, transactionHash }).toEqual({ code: 0, transactionHash: hash })
    second.client.disconnect()
    expect(await second.served.interrupt()).toBe(0)
    expect((await replay(readFixture(record), record)).passed).toBe(true)
  },
)
