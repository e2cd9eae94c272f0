import { expect, test } from 'vitest'
import { addChains } from '../../src/cli/serve/chains.js'
import { CHAIN_KINDS } from '../../src/sandbox/api/kinds.js'

test('--chains takes each kind and layer, and names them all for one that is unknown', () => {
  const chains = CHAIN_KINDS.map((kind, i) => `c${i}=${kind}`).join(',')
  expect(Object.values(addChains(chains, {}))).toEqual(CHAIN_KINDS.map((kind) => ({ kind })))
  const layered = addChains('hub.layers=packet-forward+callbacks', addChains('hub.layers=ibc-hooks', {}))
  expect(layered).toEqual({ hub: { layers: ['ibc-hooks', 'packet-forward', 'callbacks'] } })
  expect(() => addChains('hub.layers=moon', {})).toThrow('There is no layer moon. Layers: ibc-hooks, ')
  expect(() => addChains('c=moon', {})).toThrow(
    'There is no kind moon. Kinds: neutron, hub, wasmd, nolus, cosmoshub, evmd.',
  )
})
