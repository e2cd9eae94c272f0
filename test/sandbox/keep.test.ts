import { expect, test } from 'vitest'
import { createSandbox, UsageError } from '../../src/sandbox/index.js'

test('only as many blocks and heights are kept as the options say', () => {
  const sandbox = createSandbox({ chains: { neutron: { keepBlocks: 3, keepHistory: 2 } } })
  const { neutron, hub } = sandbox.chains
  neutron.nextBlock(10)
  hub.nextBlock(10)
  const { baseApp: app } = neutron.host.app
  const { height } = app.last
  expect([...app.blocks()].map((block) => block.height)).toEqual([height - 2, height - 1, height])
  expect(app.queryContext(height - 1).block.height).toBe(height - 1)
  expect(() => app.queryContext(height - 2)).toThrow(UsageError)
  expect([...hub.host.app.baseApp.blocks()]).toHaveLength(hub.host.app.baseApp.last.height)
})

test('less than one is refused', () => {
  expect(() => createSandbox({ chains: { neutron: { keepBlocks: 0 } } })).toThrow(/keepBlocks/)
  expect(() => createSandbox({ chains: { neutron: { keepHistory: 1.5 } } })).toThrow(/keepHistory/)
})

test('what is kept does not change what the chain commits to', () => {
  const hashes = [{}, { keepBlocks: 1, keepHistory: 1 }].map((kept) => {
    const { neutron } = createSandbox({ chains: { neutron: kept } }).chains
    neutron.account('alice', '1000untrn')
    neutron.nextBlock(5)
    const { baseApp: app } = neutron.host.app
    return app.block(app.last.height)!.signed.header.appHash
  })
  expect(hashes[1]).toEqual(hashes[0])
})
