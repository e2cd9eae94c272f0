import { expect, test } from 'vitest'
import type { Json } from '../../../src/base/json-value.js'
import { UsageError } from '../../../src/base/errors.js'
import { RecordedIbc, storiesOf } from './recorded.js'

/** What a chain of clients exported; reference/ibc. */
const exported = storiesOf('clients')
  .flatMap(({ steps }) => steps)
  .find(({ name }) => name === 'what a chain exports')!.genesis

type Place = readonly (string | number)[]

/** The genesis with another value at a place of that of clients. */
function changed(place: Place, value: Json): Json {
  const genesis = structuredClone(exported) as { client_genesis: Json }
  let at = genesis.client_genesis as Record<string | number, Json>
  for (const part of place.slice(0, -1)) at = at[part] as Record<string | number, Json>
  at[place.at(-1)!] = value
  return genesis
}

const begin = (genesis: Json) => new RecordedIbc().run({ name: 'genesis', kind: 'genesis', gas_used: 0, genesis })

const CLIENT = ['clients', 0, 'client_state'] as const
const STATE = ['clients_consensus', 0, 'consensus_states', 0, 'consensus_state'] as const
const SPAN = 'expected a duration such as "10s"'
const TIME = 'expected a time such as "2020-01-02T00:00:00Z"'

const REFUSED: readonly (readonly [place: Place, value: Json, where: string, why: string])[] = [
  [['params', 'allowed_clients'], ['*', '07-tendermint'], 'params', 'allow list must have only one element'],
  [['params', 'allowed_clients'], [' '], 'params', 'client type 0 cannot be blank'],
  [
    ['params', 'allowed_clients'],
    ['06-solomachine'],
    'clients/0',
    'client state type 07-tendermint is not registered on the allowlist',
  ],
  [['clients', 0, 'client_id'], 'nobody', 'clients/0', 'invalid client identifier nobody is not in format:'],
  [[...CLIENT, '@type'], '/ibc.x', 'clients/0/client_state', 'expected /ibc.lightclients.tendermint.v1.ClientState'],
  [[...CLIENT, 'trusting_period'], '10', 'clients/0/client_state/trusting_period', SPAN],
  [[...CLIENT, 'trusting_period'], 'a10s', 'clients/0/client_state/trusting_period', SPAN],
  [[...CLIENT, 'trusting_period'], '10s ', 'clients/0/client_state/trusting_period', SPAN],
  [[...CLIENT, 'max_clock_drift'], '1.0000000001s', 'clients/0/client_state/max_clock_drift', SPAN],
  [
    [...CLIENT, 'proof_specs', 0, 'leaf_spec', 'hash'],
    'SHA1',
    'clients/0/client_state/proof_specs/0/leaf_spec/hash',
    'unknown name "SHA1"',
  ],
  [
    [...STATE, '@type'],
    '/ibc.x',
    'clients_consensus/0/consensus_states/0/consensus_state',
    'expected /ibc.lightclients.tendermint.v1.ConsensusState, got "/ibc.x"',
  ],
  ...['2020-01-02', '2020-01-02T00:00:00', 'x2020-01-02T00:00:00Z', '2020-01-02T00:00:00Zx'].map(
    (time) =>
      [
        [...STATE, 'timestamp'],
        time,
        'clients_consensus/0/consensus_states/0/consensus_state/timestamp',
        TIME,
      ] as const,
  ),
]

test.each(REFUSED)('a genesis with another %j, %j, is refused at %s', (place, value, where, why) => {
  const refused = () => begin(changed(place, value))
  expect(refused).toThrow(UsageError)
  expect(refused).toThrow(`genesis ibc/client_genesis/${where}: ${why}`)
})

test('all clients are allowed by default, and missing members have their defaults', () => {
  expect(() => begin(changed(['params'], {}))).not.toThrow()
  expect(() => begin(changed(['params', 'allowed_clients'], ['06-solomachine', '07-tendermint']))).not.toThrow()
  expect(() => begin({})).not.toThrow()
})
