import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toBase64 } from '../../src/base/bytes.js'
import { buildTx } from '../../src/chain/tx/build.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import type { Any } from '../../src/codec/any.js'
import { StoryChain } from './chain.js'
import { goldenStoriesCommand } from './command.js'
import { runStory } from './run.js'
import { modulesBeside, readStory, type Story } from './story.js'
import { keyAccount } from '../modules/chain.js'

const file = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/golden-stories/${name}.json`, import.meta.url))

/** The start of a recorded story, with steps of our own. */
const withSteps = (name: string, steps: (story: Story) => Story['steps']): Story => {
  const story = readStory(file(name))
  return { ...story, steps: steps(story) }
}

test('the stack of a Go panic is cut from the log and from the text of the error', () => {
  const most = (1n << 256n) - 1n
  const told = withSteps('chain/tx', ({ setup }) => {
    const { address } = setup.signer!
    const { account_number: accountNumber } = setup.accounts.find((account) => account.address === address)!
    // The story's test key: 32 times the byte 9.
    const { publicKey, sign } = keyAccount(9)
    const denom = `factory/${address}/gold`
    const coin = (amount: bigint) => new ProtoWriter().string(1, denom).string(2, String(amount)).finish()
    const mint = (amount: bigint): Any => ({
      typeUrl: '/osmosis.tokenfactory.v1beta1.MsgMint',
      value: new ProtoWriter().string(1, address).message(2, coin(amount)).string(3, address).finish(),
    })
    const create: Any = {
      typeUrl: '/osmosis.tokenfactory.v1beta1.MsgCreateDenom',
      value: new ProtoWriter().string(1, address).string(2, 'gold').finish(),
    }
    const transaction = (message: Any, sequence: number, expect: Story['steps'][number]['expect']) => ({
      name: message.typeUrl,
      do: {
        kind: 'tx',
        height: 11 + sequence,
        time_ns: String(1_577_923_275_000_000_000n + BigInt(sequence) * 1_000_000_000n),
        tx_bytes_base64: toBase64(
          buildTx({
            chainId: setup.chain_id,
            messages: [message],
            fee: [{ denom: 'untrn', amount: 0n }],
            gasLimit: 10_000_000n,
            signers: [{ publicKey, sign, accountNumber: BigInt(accountNumber), sequence: BigInt(sequence) }],
          }),
        ),
      },
      gas_limit: 10_000_000,
      commit: true,
      expect,
    })
    const text = 'recovered: integer overflow\nstack:\n'
    return [
      transaction(create, 0, { ok: true }),
      transaction(mint(most), 1, { ok: true }),
      transaction(mint(1n), 2, {
        error: { codespace: 'undefined', code: 111_222, text },
        code: 111_222,
        codespace: 'undefined',
        log: text,
        log_is_cut: true,
      }),
    ]
  })
  const { steps } = runStory(told, modulesBeside(file('chain/tx')))
  expect(steps.flatMap(({ differences }) => differences)).toEqual([])
})

test('the chain of a story has the supply of the recorded chain, and burning pays for each of its digits', () => {
  const name = 'chain/submessages'
  const find = modulesBeside(file(name))
  const story = readStory(file(name))
  const [first] = story.steps
  const sent = JSON.parse(String(first!.do['msg_utf8'])) as { ok: { messages: readonly object[] } }
  const burn = { bank: { burn: { amount: [{ denom: 'untrn', amount: '5' }] } } }
  const ok = { ...sent.ok, messages: sent.ok.messages.map((message) => ({ ...message, msg: burn })) }
  /** @param fred what one of the accounts has */
  const told = (fred: string) => {
    const accounts = story.setup.accounts.map((account) =>
      account.name === 'fred' ? { ...account, balances: [['untrn', fred] satisfies [string, string]] } : account,
    )
    const setup = { ...story.setup, accounts }
    const chain = new StoryChain(setup, find)
    const step = { ...first!, name: 'bank burn, reply always', expect: { ok: true as const, gas_used: 0 } }
    const steps = [{ ...step, do: { ...first!.do, msg_utf8: JSON.stringify({ ok }) } }]
    const { differences } = runStory({ ...story, setup, steps }, find).steps[0]!
    return {
      supply: chain.app.keepers.bank.supply(chain.context(), 'untrn').amount,
      paths: differences.map(({ path }) => path),
      gas: Number(differences[0]?.actual),
    }
  }
  const others = 10n ** 20n + 4_000_000n
  const [recorded, rich] = [told('10000000'), told(`1${'0'.repeat(21)}`)]
  expect([recorded.supply, rich.supply]).toEqual([others + 1_011_000_000n, others + 10n ** 21n + 1_001_000_000n])
  expect([recorded.paths, rich.paths]).toEqual([['gas_used'], ['gas_used']])
  // What the recorded chain used for this step.
  expect(recorded.gas).toBe(117_397)
  // One digit more is read for 3 gas and written for 30.
  expect(rich.gas - recorded.gas).toBe(33)
})

test('the command counts stories that it cannot run beside what it compared', () => {
  const lines: string[] = []
  const layers = fileURLToPath(new URL('../../fixtures/layers/cron/genesis.json', import.meta.url))
  const run = (folders: readonly string[]) =>
    goldenStoriesCommand([layers], { write: (line) => void lines.push(line), folders })
  expect(run([])).toBe(2)
  expect(lines).toEqual([
    expect.stringMatching(/^cannot be run: .*probe\.wasm/),
    '0 matched, 0 differ, 0 out of scope, 1 of 1 stories cannot be run',
  ])
  expect(run([fileURLToPath(new URL('../../fixtures/golden-stories/', import.meta.url))])).toBe(0)
  expect(lines.at(-1)).toBe('2 matched, 0 differ, 0 out of scope')
})
