import type { Method } from '../../../src/evm/rpc/table.js'
import { fill, type Json } from './match.js'
import { namesOf, type Scenario } from './scenario.js'
import { stepsOf } from './table.js'

/** Arguments that are taken, for methods that the specification does not name. */
const EXAMPLES: Readonly<Record<string, Json>> = {
  address: '$alice',
  amount: '0x1',
  balance: '0x1',
  baseFee: '0x1',
  block: 'latest',
  blockCount: '0x1',
  blockHash: '$hash1',
  blockRlp: '$rlp4',
  blocks: '0x1',
  duration: 300,
  end: '0x4',
  file: 'some',
  code: '0x00',
  codeHash: '$zero',
  depth: '0x1',
  from: '0x05',
  fullTransactions: false,
  gasLimit: '0x1c9c380',
  gasPrice: '0x1',
  hash: '$hash1',
  incompletes: false,
  index: '0x0',
  interval: '0x1',
  key: '0x63',
  maxResults: 2,
  milliseconds: 0,
  newestBlock: 'latest',
  nocode: false,
  nonce: '0x9',
  nostorage: false,
  on: false,
  passphrase: 'word',
  options: {},
  owner: '$alice',
  prevRandao: '$zero',
  privateKey: '$freshKey',
  rawTransaction: '0x02',
  rewardPercentiles: [],
  seconds: '0x1',
  signature: '0x11',
  slot: '0x0',
  slots: { $token: ['0x0'] },
  snapshot: '0x1',
  spender: '$bob',
  start: '0x1',
  state: '0x7b226163636f756e7473223a7b7d7d',
  timestamp: '0x7fffffff',
  token: '$token',
  transaction: { from: '$alice', to: '$bob' },
  transactionHash: '$txPay',
  transactions: [],
  url: 'http://127.0.0.1:1',
  value: '$zero',
  versionedHash: '$zero',
}

/** Arguments of the method that are taken in the scenario: those of the specification's table, or examples of their names. */
export function examplesOf({ name, params }: Method, given: Scenario): Json[] {
  const names = new Map([...given.names, ...namesOf('http')])
  const step = stepsOf(name, 'functional', 'http')?.find(
    ({ call, error, params: own }) => call === undefined && error === undefined && own?.length === params.length,
  )
  return params.map((param, index) => {
    const example = step?.params?.[index] ?? EXAMPLES[param.name] ?? null
    try {
      return fill(example, names)
    } catch {
      // It names the result of an earlier step.
      return fill(EXAMPLES[param.name] ?? null, names)
    }
  })
}
