import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { interfacesOf } from '../../src/server/services/interfaces.js'
import { recording } from '../modules/evm/recording.js'

const { interfaces } = recording('queries').header
const { evmd } = createSandbox({ chains: { evmd: { kind: 'evmd' } } }).chains
const ours = Object.fromEntries(interfacesOf(evmd.host.app.baseApp))

test('interfaces are those that evmd registers', () => {
  expect(Object.keys(ours)).toEqual(Object.keys(interfaces!).toSorted())
})

test.each(Object.entries(interfaces!))('implementations of %s are those that evmd registers', (name, types) => {
  expect(ours[name]).toEqual(types)
})
