import { expect, test } from 'vitest'
import { addChains } from '../../src/cli/serve/chains.js'
import { CHAIN_KINDS } from '../../src/sandbox/api/kinds.js'

test('--chains takes each kind, and names them all for one that is unknown', () => {
  const chains = CHAIN_KINDS.map((kind, i) => `c${i}=${kind}`).join(',')
  expect(Object.values(addChains(chains, {}))).toEqual(CHAIN_KINDS.map((kind) => ({ kind })))
  expect(() => addChains('c=moon', {})).toThrow('There is no kind moon. Kinds: neutron, hub, wasmd, nolus.')
})
