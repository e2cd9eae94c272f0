import { expect, test } from 'vitest'
import { lineOf } from '../../src/fuzz/step-text.js'
import type { ActionInput } from '../../src/sandbox/index.js'

const line = (action: ActionInput): string => lineOf(1, { action, callbacks: [] } as never)
const CONTRACT = 'wasm.neutron14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s5c2epq'

test.each<[ActionInput, string]>([
  [
    { action: 'openChannel', port: CONTRACT, counterpartyPort: 'transfer', version: 'ics20-1' },
    `1. a channel opens between ${CONTRACT} on neutron and transfer on the other chain`,
  ],
  [
    { action: 'closeChannel', chain: 'hub', port: 'transfer', channel: 'channel-3', force: true },
    '1. channel-3 of transfer on hub closes',
  ],
  [
    { action: 'dropPackets', filter: { channel: 'channel-1', sequence: 2 } },
    '1. the relayer never delivers packet 2 of channel-1',
  ],
  [{ action: 'upgrade', chain: 'hub', revision: 2 }, '1. hub is upgraded to revision 2 of its chain id'],
  [{ action: 'upgrade', chain: 'hub', to: '0.70' }, '1. hub is upgraded to release 0.70'],
  [{ action: 'relay', filter: { channel: 'channel-1', sequence: 2 } }, '1. the relayer delivers packet 2 of channel-1'],
  [{ action: 'relay' }, '1. the relayer delivers everything that is due'],
])('a step is told in words: %j', (action, text) => {
  expect(line(action)).toBe(text)
})
