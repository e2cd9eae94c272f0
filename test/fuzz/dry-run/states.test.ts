import { expect, test } from 'vitest'
import { defineCampaign, type CampaignConfigInput } from '../../../src/fuzz/config.js'
import { dryRun } from '../../../src/fuzz/dry-run/index.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { plainCampaign } from '../../../src/scaffold/campaign/plan.js'
import type { Double } from '../../../src/sandbox/index.js'

const VOUCHER = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'

/** A schema of messages without, or with, one text member. */
const messages = (members: Readonly<Record<string, string | undefined>>) => ({
  oneOf: Object.entries(members).map(([name, member]) => ({
    type: 'object',
    required: [name],
    properties: {
      [name]: {
        type: 'object',
        ...(member !== undefined && { required: [member], properties: { [member]: { type: 'string' } } }),
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  })),
})

async function acceptedBy(config: CampaignConfigInput): Promise<readonly string[]> {
  const start = await startCampaign(defineCampaign(config))
  const { runs } = await dryRun(start)
  await start.sandbox.close()
  return runs[0]!.accepted.map(({ variant }) => variant).sort()
}

test('a message that needs two others is tried after both, and a large deposit is tried', async () => {
  const contract: Double = {
    execute: ({ storage }, _env, { funds }, msg) => {
      const [name] = Object.keys(msg as object)
      if (name === 'both' && !(storage.load('one') === true && storage.load('other') === true))
        throw new Error('not yet')
      if (name === 'deposit' && !funds.some(({ amount }) => BigInt(amount) >= 5_000_000n)) throw new Error('more funds')
      storage.save(name!, true)
    },
  }
  const accepted = await acceptedBy({
    title: 'states',
    actors: [{ name: 'alice', funds: '1000000000untrn' }],
    setup: async ({ chains: { neutron } }) => void neutron.mock(contract, { label: 'double' }),
    contracts: [
      {
        label: 'double',
        schema: {
          contract_name: 'double',
          execute: messages({ one: undefined, other: undefined, both: undefined, deposit: undefined }),
        },
      },
    ],
  })
  expect(accepted).toEqual(['both', 'deposit', 'one', 'other'])
})

test('the channel of an interchain account opens while messages are tried', async () => {
  const plain = plainCampaign('vault', ['alice'], '1000000000untrn', [
    {
      label: 'vault',
      wasm: 'contracts/artifacts/remote_vault.wasm',
      schema: '',
      channel: undefined,
      instantiate: {
        connection_id: 'connection-0',
        channels: [{ id: 'channel-0', remote: 'channel-0', denom: VOUCHER }],
        denom: 'uatom',
        validator: 'cosmosvaloper1q7rtaxzledqygccgyv258mcwjtnpy45jjsuan6',
      },
    },
  ])
  const execute = messages({ register: undefined, watch: undefined, deposit: 'channel' })
  const accepted = await acceptedBy({
    ...plain,
    contracts: [{ label: 'vault', schema: { contract_name: 'vault', execute } }],
  } as unknown as CampaignConfigInput)
  expect(accepted).toEqual(['deposit', 'register', 'watch'])
})

test('coins that nobody can have are not sent, and a limit ends the attempts with what worked until then', async () => {
  const tried: string[] = []
  let now = 0
  let late = 0
  const contract: Double = {
    execute: (_deps, _env, _info, msg) => {
      const [name] = Object.keys(msg as object)
      tried.push(name!)
      if (name === 'one') now = late
      if (name === 'pay') throw new Error('insufficient funds')
    },
  }
  const coin = {
    type: 'object',
    required: ['amount', 'denom'],
    properties: { amount: { enum: [String(2n ** 256n)] }, denom: { enum: ['untrn'] } },
  }
  const start = await startCampaign(
    defineCampaign({
      title: 'coins',
      actors: [{ name: 'alice', funds: '1000000000untrn' }],
      setup: async ({ chains: { neutron } }) => void neutron.mock(contract, { label: 'double' }),
      contracts: [
        {
          label: 'double',
          schema: {
            contract_name: 'double',
            execute: {
              oneOf: ['pay', 'one', 'other'].map((name) => ({
                type: 'object',
                required: [name],
                properties: { [name]: coin },
              })),
            },
          },
        },
      ],
    }),
  )
  const accepted = async () => (await dryRun(start)).runs[0]!.accepted.map(({ variant }) => variant)
  expect(await accepted()).toEqual(['one', 'other'])
  start.limit.begin(() => now, 1000)
  late = 1000
  tried.length = 0
  expect(await accepted()).toEqual(['one'])
  expect(tried).not.toContain('other')
  await start.sandbox.close()
})

test('a message that does more after the others is also tried with coins, and successful packets are counted', async () => {
  const contract = (receiver: (there: string) => string): Double => ({
    execute: ({ storage }, { contract: { address } }, { funds }, msg) => {
      if ('order' in (msg as object)) storage.save('ordered', true)
      if (!('work' in (msg as object)) || storage.load('ordered') !== true) return {}
      if (!funds.some(({ amount }) => BigInt(amount) >= 5_000n)) throw new Error('insufficient funds')
      const fee = [{ denom: 'untrn', amount: '1000' }]
      const transfer = {
        source_port: 'transfer',
        source_channel: 'channel-0',
        token: { denom: 'untrn', amount: '1' },
        sender: address,
        receiver: receiver('cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'),
        timeout_height: { revision_number: null, revision_height: null },
        timeout_timestamp: 9_000_000_000_000_000_000,
        memo: '',
        fee: { recv_fee: [], ack_fee: fee, timeout_fee: fee },
      }
      return { messages: [{ custom: { ibc_transfer: transfer } }] }
    },
    sudo: () => undefined,
  })
  const tried = async (double: Double) => {
    const start = await startCampaign(
      defineCampaign({
        title: 'later',
        actors: [{ name: 'alice', funds: '1000000000untrn' }],
        setup: async ({ chains: { neutron } }) => void neutron.mock(double, { label: 'double' }),
        contracts: [
          {
            label: 'double',
            schema: { contract_name: 'double', execute: messages({ work: undefined, order: undefined }) },
          },
        ],
      }),
    )
    const [run] = (await dryRun(start)).runs
    await start.sandbox.close()
    return run!
  }
  const { accepted, later, answered } = await tried(contract((there) => there))
  expect(accepted.map(({ variant, funds }) => [variant, funds])).toEqual([
    ['work', ''],
    ['order', ''],
  ])
  expect(later).toMatchObject([{ variant: 'work', funds: '1000000untrn' }])
  expect(answered).toBe(1)
  expect((await tried(contract(() => 'nobody'))).answered).toBe(0)
})

test('a contract is given enough for fees of its own, and a message that takes no coins is not paid in other ways', async () => {
  const paid = new Set<string>()
  const contract: Double = {
    execute: ({ querier }, { contract: { address } }, { funds }) => {
      paid.add(funds.map(({ amount, denom }) => `${amount}${denom}`).join())
      if (funds.length > 0) throw new Error('This message does no accept funds')
      const { amount } = querier.queryBalance(address, 'untrn')
      if (BigInt(amount) < 200_000n) throw new Error('Contract requires at least 0.2 NTRN in balance')
    },
  }
  const accepted = await acceptedBy({
    title: 'fees',
    actors: [{ name: 'alice', funds: '1000000000untrn' }],
    setup: async ({ chains: { neutron } }) => void neutron.mock(contract, { label: 'double' }),
    contracts: [{ label: 'double', schema: { contract_name: 'double', execute: messages({ transfer: undefined }) } }],
  })
  expect(accepted).toEqual(['transfer'])
  expect([...paid]).toEqual(['', '1000000untrn'])
})
